import { parseArgs } from 'node:util';
import { OiError, toProblem } from '../core/errors.ts';
import { type KnownModel, knownModels, type Provider, providerOf, providers } from '../model/index.ts';
import { columns } from './columns.ts';
import { complain } from './complain.ts';
import type { Console } from './console.ts';

const usage = `Usage: oi models [--json] [PROVIDER]

Lists providers, the variable that each one's key is read from and whether it is set, and models with their context window
and prices in US dollars for a million tokens. A provider may have other models, too: their window and price are unknown.
`;

/** `oi models`: what a model may be named, and what is known of it. Asks nobody. Answers the exit code. */
export async function models(args: readonly string[], console: Console): Promise<number> {
  try {
    const { help, json, wanted } = parse(args);
    console.stdout.write(help ? usage : await report(wanted, json, console.env));
    return 0;
  } catch (error) {
    return complain(toProblem(error), console);
  }
}

async function report(wanted: string | null, json: boolean, env: Console['env']): Promise<string> {
  const { models: known, pricesOf } = await knownModels();
  const shown = wanted === null ? providers : [providerOf(wanted)];
  const rows = [...known]
    .filter(([id]) => shown.some((provider) => id.startsWith(`${provider.id}/`)))
    .map(([id, model]) => ({ id, ...model }));
  const list = shown.map((provider) => about(provider, env));
  const ownKey = keyIn('OI_API_KEY', env);
  if (json) return `${JSON.stringify({ ownKey, providers: list, models: rows, pricesOf })}\n`;
  return `${lines(list, rows, pricesOf)}OI_API_KEY goes before a provider's own key; it is ${setOrNot(ownKey)}.\n`;
}

/** Whether a key is there, never the key. */
const keyIn = (variable: string, env: Console['env']) => ({ variable, set: Boolean(env[variable]?.trim()) });
const setOrNot = ({ set }: { set: boolean }): string => (set ? 'set' : 'not set');

const about = ({ id, name, keyVariable, wires }: Provider, env: Console['env']) => ({
  id,
  name,
  baseUrl: wires[0].baseUrl,
  wires: wires.map(({ wire }) => wire),
  key: keyVariable === null ? null : keyIn(keyVariable, env),
});
type About = ReturnType<typeof about>;

function lines(list: readonly About[], rows: readonly ({ id: string } & KnownModel)[], day: string): string {
  const key = ({ key }: About): string =>
    key === null ? 'needs no key' : `${key.variable}, ${setOrNot(key)}`;
  const providersTable = columns(
    ['provider', 'key', 'wires', 'address'],
    list.map((each) => [each.id, key(each), each.wires.join(', '), each.baseUrl]),
  );
  if (rows.length === 0)
    return `${providersTable}\nOf its models nothing is known here; any may be named.\n\n`;
  const head = ['model', 'window', 'input', 'output', 'cached'];
  const cells = rows.map(({ id, window, usd }) => [
    id,
    window === null ? 'unknown' : window.toLocaleString('en-US'),
    ...[usd?.input, usd?.output, usd?.cached].map((price) => (price == null ? 'unknown' : `$${price}`)),
  ]);
  return `${providersTable}\n${columns(head, cells)}\nWindows in tokens; list prices of ${day} for a million tokens.\n\n`;
}

function parse(args: readonly string[]): { help: boolean; json: boolean; wanted: string | null } {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
    strict: false,
  });
  const strange = Object.keys(values).find((name) => name !== 'json' && name !== 'help');
  if (strange || positionals.length > 1) {
    const what = strange
      ? `The flag --${strange} is not known.`
      : `There are ${positionals.length} providers.`;
    throw new OiError('input.invalid', what, 'See oi models --help.');
  }
  return { help: values['help'] === true, json: values['json'] === true, wanted: positionals[0] ?? null };
}
