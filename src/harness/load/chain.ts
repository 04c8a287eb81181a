import { OiError } from '../../core/errors.ts';
import { isJsonObject } from '../../core/json.ts';
import { readSource, type Source, type Spot } from './source.ts';

/** Reads a file below the folder of all harnesses, e.g. `native/system.md`; null where there is none. */
export type ReadFile = (path: string) => string | null;

/** A harness's own file, then that of the harness it extends, and so on. */
export function chainOf(id: string, readFile: ReadFile): [Source, ...Source[]] {
  const first = read(id, readFile);
  if (!first) {
    throw new OiError(
      'harness.invalid',
      `There is no file ${id}/harness.yml.`,
      'Check the name of the harness.',
    );
  }
  const chain: [Source, ...Source[]] = [first];
  for (let at = first; ; ) {
    if (at.problems.length > 0) throw invalid(id, at.problems);
    const base = isJsonObject(at.data) ? at.data['extends'] : undefined;
    if (base === undefined) return chain;
    const before = chain.map((source) => source.id);
    if (before.includes(String(base))) {
      throw invalid(id, [
        spot(chain, ['extends'], `${[...before, base].join(' extends ')}: that is a circle.`, at),
      ]);
    }
    const next = read(String(base), readFile);
    if (!next) throw invalid(id, [spot(chain, ['extends'], `There is no harness \`${String(base)}\`.`, at)]);
    chain.push(next);
    at = next;
  }
}

function read(id: string, readFile: ReadFile): Source | null {
  const text = readFile(`${id}/harness.yml`);
  return text === null ? null : readSource(id, `${id}/harness.yml`, text);
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
    `The harness ${id} is not right:\n${lines.join('\n')}\n`,
    'Correct the files.',
  );
}
