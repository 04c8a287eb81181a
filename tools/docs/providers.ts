import { knownModels } from '../../src/model/known.ts';
import { type Provider, providers, retired } from '../../src/model/providers.ts';

/** Each address with what is spoken there. */
function spoken({ wires }: Provider): string {
  const [{ baseUrl: first }] = wires;
  const one = wires.every(({ baseUrl }) => baseUrl === first);
  if (one) return `${wires.map(({ wire }) => wire).join(', ')}: ${first}`;
  return wires.map(({ wire, baseUrl }) => `${wire}: ${baseUrl}`).join('<br>');
}
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
    'to no other address. Of the wires (protocols) of a provider, best first, the first is taken that the harness has, or the one that',
    'is asked for as `--wire`, `OI_WIRE`, the input `wire`, or `wire` in the settings file.',
    '',
    '| provider | id | key | wires and addresses |',
    '|---|---|---|---|',
    ...providers.map((provider) => {
      const { id, name } = provider;
      return `| ${name} | \`${id}\` | ${key(provider)} | ${spoken(provider)} |`;
    }),
    '| any other server | `custom` | none | chat, messages, responses: the base URL that you give |',
    '',
    '- **A server of your own** (Ollama, LM Studio, vLLM, llama.cpp) needs no key. Where it listens elsewhere, give a base URL:',
    '  `--base-url`, `OI_BASE_URL` or the input `base-url`. llama.cpp moved from port 8080 to 9931 in 2026: an older one needs it.',
    '- **Ollama** gives a model 4,096 tokens of context on a machine with little graphics memory, which is less than a first request',
    '  may take. Its own advice for agents is 64,000: start it with `OLLAMA_CONTEXT_LENGTH=64000` (docs/context-length.mdx of',
    '  ollama/ollama at 01562a7).',
    '- **A base URL** wins over the provider in the model’s name. It may end in a slash, have a query, or be the whole endpoint, which',
    '  then tells the wire; else `/chat/completions`, `/messages` (below `/v1`) or `/responses` is joined. A server that is not in the',
    '  table is asked over chat where the harness has it.',
    ...retired.map(
      ({ id, name, since }) =>
        `- **${name}** (\`${id}\`) was retired on ${since}, and nothing is sent there: a workflow needs a key, or a server of its own.`,
    ),
    '',
    '## Models',
    '',
    `Context windows in tokens, and list prices in US dollars for a million tokens. Source: the npm package @oh-my-pi/pi-catalog, as`,
    `published on ${pricesOf} (MIT licence). Any other model may be named, too; its window and price are unknown.`,
    'Before a known window is full, [the conversation becomes shorter](harnesses.md#when-the-window-is-full).',
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
