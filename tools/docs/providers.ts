import { knownModels } from '../../src/model/known.ts';
import { type Provider, providers, retired } from '../../src/model/providers.ts';

const wires = ({ others = [] }: Provider): string =>
  ['chat', ...others.map(({ wire }) => `(${wire})`)].join(', ');
const key = ({ keyVariable }: Provider): string => (keyVariable === null ? 'none' : `\`${keyVariable}\``);
const price = (usd: number | null | undefined): string => (usd == null ? 'unknown' : `${usd}`);

/** docs/providers.md: the table of providers, and what is known of their models. */
export async function providersPage(): Promise<string> {
  const { models, pricesOf } = await knownModels();
  return [
    '# Providers and models',
    '',
    'A model is written as `provider/model`; what comes after the first slash is the name as the provider knows it, more slashes',
    'and all: `openrouter/qwen/qwen3-coder`. This page is made from `src/model/` by `npm run docs`; `oi models` shows the same, and',
    'which keys are set.',
    '',
    '## Providers',
    '',
    'The key is read from `OI_API_KEY` (in a workflow: the input `api-key`), else from the variable of the provider, which is sent',
    'to no other address. In brackets are protocols that are not spoken here yet.',
    '',
    '| provider | id | key | address | protocols |',
    '|---|---|---|---|---|',
    ...providers.map((provider) => {
      const { id, name, baseUrl } = provider;
      return `| ${name} | \`${id}\` | ${key(provider)} | ${baseUrl} | ${wires(provider)} |`;
    }),
    '| any other server | `custom` | none | the base URL that you give | chat |',
    '',
    '- **A server of your own** (Ollama, LM Studio, vLLM, llama.cpp) needs no key. Where it listens elsewhere, give a base URL:',
    '  `--base-url`, `OI_BASE_URL` or the input `base-url`. llama.cpp moved from port 8080 to 9931 in 2026: an older one needs it.',
    '- **Ollama** gives a model 4,096 tokens of context on a machine with little graphics memory, which is less than a first request',
    '  may take. Its own advice for agents is 64,000: start it with `OLLAMA_CONTEXT_LENGTH=64000` (docs/context-length.mdx of',
    '  ollama/ollama at 01562a7).',
    '- **A base URL** wins over the provider in the model’s name. It may end in a slash, have a query, or be the whole endpoint;',
    '  `/chat/completions` is joined where it is missing.',
    ...retired.map(
      ({ id, name, since }) =>
        `- **${name}** (\`${id}\`) was retired on ${since}, and nothing is sent there: a workflow needs a key, or a server of its own.`,
    ),
    '',
    '## Models',
    '',
    `Context windows in tokens, and list prices in US dollars for a million tokens. Source: the npm package @oh-my-pi/pi-catalog, as`,
    `published on ${pricesOf} (MIT licence). Any other model may be named, too; its window and price are unknown.`,
    '',
    'What a run cost is what the provider says in its answers (OpenRouter does), else the tokens at the list price, which is then said,',
    'else unknown.',
    'Cheaper hours are not counted, and cached tokens of unknown price count like others, so the figure is rather too high.',
    'A model with several prices, by length or by date, is listed as unknown, as is one without a price.',
    '',
    '| model | window | input | output | cached input |',
    '|---|---|---|---|---|',
    ...[...models].map(
      ([id, { window, usd }]) =>
        `| \`${id}\` | ${window?.toLocaleString('en-US') ?? 'unknown'} | ${price(usd?.input)} | ${price(usd?.output)} | ${price(usd?.cached)} |`,
    ),
    '',
  ].join('\n');
}
