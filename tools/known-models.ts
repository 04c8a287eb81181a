// `node tools/known-models.ts FOLDER`: writes src/model/known-models.ts from the unpacked npm package @oh-my-pi/pi-catalog.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Rates = { input: number; output: number; cacheRead: number };
type Cost = Rates & {
  /** Other prices from so many tokens on. */
  longContext?: object;
  /** Cheaper hours, and other prices from some moment on. */
  timeBased?: { effectiveRates?: object[] };
};
type Model = {
  id: string;
  contextWindow: number | null;
  cost: Cost;
  kind?: string;
  supportsTools?: boolean;
};
type Catalogue = Record<string, Record<string, Model>>;

/** When the registry says that this version was published. */
const published = { version: '18.2.11', day: '2026-09-23' };

/** What people take for an agent that writes code: open models, and a few others of their makers. */
const open =
  /deepseek-v4(\.1)?-(flash|pro)$|kimi-k(2\.6|2\.7-code|3)$|glm-(4\.7|5\.[123])(-flash)?$|qwen3\.8-(27b|flash|max)$|qwen3\.7-(max|plus)$|qwen3-coder(-next|-plus|-480b.*)?$|minimax-m(2\.7|3)$|gpt-oss-120b$|mimo-v2\.6-\w+$/i;
const fireworks = (id: string): string => `accounts/fireworks/models/${id.replace(/(?<=\d)\.(?=\d)/g, 'p')}`;

const dearer = /-(highspeed|lightning|ultraspeed|turbo|flashx)$/;

/** Our providers: the catalogue's name for each, its models, and how the provider itself writes them. */
const wanted: Record<string, { from: string; models: RegExp; write?: (id: string) => string }> = {
  anthropic: { from: 'anthropic', models: /^claude-(haiku-4-5|sonnet-[45](-6)?|opus-5(-5)?)$/ },
  baseten: { from: 'baseten', models: open },
  deepseek: { from: 'deepseek', models: /^deepseek-(flash|v4-flash|v4-pro)$/ },
  'fireworks-ai': { from: 'fireworks', models: open, write: fireworks },
  google: { from: 'google', models: /^gemini-3\.[58]-flash(-lite)?$/ },
  groq: { from: 'groq', models: /gpt-oss-\d+b$|qwen3\.|llama-3\.3|kimi/ },
  huggingface: { from: 'huggingface', models: open },
  minimax: { from: 'minimax', models: /^MiniMax-M/ },
  moonshotai: { from: 'moonshot', models: /^kimi-k(2\.[567]|3)/ },
  'novita-ai': { from: 'novita', models: open },
  openai: { from: 'openai', models: /^gpt-(5\.4(-mini|-nano)?|6-(luna|sol))$/ },
  opencode: { from: 'opencode-zen', models: open },
  openrouter: { from: 'openrouter', models: open },
  xiaomi: { from: 'xiaomi', models: /^mimo-v2\.[56]/ },
  zai: { from: 'zai', models: /^glm-(4\.[67]|5)[^v]*$/ },
};

/** Null for a model with several prices, by length or by date, and for one of no price: free and unknown look alike there. */
const ratesOf = ({ longContext, timeBased, ...list }: Cost): Rates | null =>
  longContext || timeBased?.effectiveRates || (list.input === 0 && list.output === 0) ? null : list;

const short = (usd: number): number => Number(usd.toFixed(6));

function row(id: string, { contextWindow, cost }: Model): string {
  const rates = ratesOf(cost);
  const usd = rates ? [short(rates.input), short(rates.output), short(rates.cacheRead) || null] : [];
  const window = contextWindow === null ? 'null' : String(contextWindow).replace(/\B(?=(\d{3})+$)/g, '_');
  return `  '${id}': [${[window, ...usd.map(String)].join(', ')}],`;
}

const catalogue = (folder: string): Catalogue =>
  JSON.parse(readFileSync(join(folder, 'src/models.json'), 'utf8')) as Catalogue;

function rows(all: Catalogue): string[] {
  return Object.entries(wanted).flatMap(([provider, { from, models, write = (id: string) => id }]) =>
    Object.values(all[from] ?? {})
      .filter(
        ({ id, kind, supportsTools }) =>
          !kind && supportsTools !== false && models.test(id) && !dearer.test(id),
      )
      .map((model) => row(`${provider}/${write(model.id)}`, model))
      .sort(),
  );
}

const text = (all: Catalogue): string => `// Made by tools/known-models.ts; do not edit.
/**
 * Source: npm package @oh-my-pi/pi-catalog ${published.version}, src/models.json, published ${published.day}. MIT licence,
 * Copyright (c) 2025-2026 Can Bölük, Copyright (c) 2026 Stencil Labs, Inc.
 */
export const pricesOf = '${published.day}';

/** US dollars for a million tokens; \`cached\` null where it is not known to be less. Cheaper hours are left out. */
type Row = [window: number | null, input?: number, output?: number, cached?: number | null];

/** \`provider/model\` → context window in tokens, and prices where they are known. */
export const rows: Readonly<Record<string, Row>> = {
${rows(all).join('\n')}
};
`;

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Name the folder of the unpacked package.');
writeFileSync(join(import.meta.dirname, '../src/model/known-models.ts'), text(catalogue(folder)));
