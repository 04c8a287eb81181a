import { OiError } from '../../core/errors.ts';
import { isJsonObject } from '../../core/json.ts';
import { meant } from './meant.ts';
import { isId, type Shelf } from './shelf.ts';
import { readSource, type Source, type Spot } from './source.ts';

/** A harness's own file, then that of the harness it extends, and so on. */
export async function chainOf(id: string, shelf: Shelf): Promise<[Source, ...Source[]]> {
  if (!isId(id)) {
    throw new OiError(
      'harness.invalid',
      `A harness cannot be called “${id}”.`,
      'Name its folder with letters from a to z, digits, dots, dashes and underscores.',
    );
  }
  const first = await read(id, shelf);
  if (!first) {
    throw new OiError(
      'harness.invalid',
      `There is no file ${shelf.shown(`${id}/harness.yml`)}.`,
      'Check the name of the harness.',
    );
  }
  const chain: [Source, ...Source[]] = [first];
  for (let at = first; ; ) {
    if (at.problems.length > 0) throw invalid(id, at.problems);
    const said = isJsonObject(at.data) ? at.data['extends'] : undefined;
    if (said === undefined) return chain;
    const base = String(said);
    const before = chain.map((source) => source.id);
    if (before.includes(base)) {
      throw invalid(id, [
        spot(chain, ['extends'], `${[...before, base].join(' extends ')}: that is a circle.`, at),
      ]);
    }
    const next = await read(base, shelf);
    if (!next) {
      const text = `There is no harness \`${base}\`${meant(base, await shelf.ids())}`;
      throw invalid(id, [spot(chain, ['extends'], text, at)]);
    }
    chain.push(next);
    at = next;
  }
}

async function read(id: string, shelf: Shelf): Promise<Source | null> {
  const path = `${id}/harness.yml`;
  const text = isId(id) ? await shelf.read(path) : null;
  return text === null ? null : readSource(id, shelf.shown(path), text);
}

/** A remark on a path of the merged data: in the file that says most of it, the harness's own first. */
export function spot(
  chain: readonly Source[],
  path: readonly PropertyKey[],
  text: string,
  in_?: Source,
): Spot {
  const found = (in_ ? [in_] : chain).map((source) => ({ ...source.find(path), file: source.file }));
  const best = found.reduce((one, other) => (other.depth > one.depth ? other : one));
  return { file: best.file, line: best.line, column: best.column, text };
}

export function invalid(id: string, spots: readonly Spot[]): OiError {
  const lines = spots.map(({ file, line, column, text }) => `${file}:${line}:${column}: ${text}`);
  return new OiError(
    'harness.invalid',
    `The harness ${id} is not right:\n${lines.join('\n')}`,
    'Correct the files.',
  );
}
