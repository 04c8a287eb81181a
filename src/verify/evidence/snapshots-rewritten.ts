import type { FileChange } from '../files.ts';
import { textOf } from '../source/decode.ts';
import { isNamedTest, isSnapshot } from '../source/paths.ts';
import type { Evidence, Finding } from './finding.ts';
import { counted, named } from './words.ts';

const kind = 'snapshots-rewritten';

/** What tests compare with was changed or taken away; a runner writes a missing snapshot anew, with whatever comes out. */
export const snapshotsRewritten: Evidence = {
  kind,
  look({ change }) {
    const standing = change.flatMap(({ path, after }) => (after && isSnapshot(path) ? [after] : []));
    return change
      .filter(({ path }) => isSnapshot(path) && !isNamedTest(path))
      .flatMap((file) => judge(file, standing));
  },
};

function judge({ path, before, after }: FileChange, standing: readonly Uint8Array[]): Finding[] {
  if (!before || (after && Buffer.compare(before, after) === 0)) return [];
  if (!after) {
    const moved = standing.some((bytes) => Buffer.compare(before, bytes) === 0);
    return moved ? [] : [{ kind, path, count: 1, sentence: `${path}, which tests compare with, is gone.` }];
  }
  const [was, is] = [entries(textOf(before)), entries(textOf(after))];
  if (was.size === 0)
    return [{ kind, path, count: 1, sentence: `${path}, which tests compare with, was changed.` }];
  const changed = [...was].flatMap(([name, text]) => (is.get(name) === text ? [] : [name]));
  if (changed.length === 0) return [];
  const count = changed.length;
  const sentence = `${counted(count, 'snapshot')} in ${path} ${count === 1 ? 'was' : 'were'} rewritten or removed${named(changed)}.`;
  return [{ kind, path, count, sentence }];
}

const jest = /^exports\[`((?:\\.|[^`\\])*)`\]\s*=\s*`((?:\\.|[^`\\])*)`/gm;
const syrupy = /^# name: ([^\n]*)\n((?:(?!# name: )[^\n]*\n?)*)/gm;

/** The entries of a file of snapshots by name; of Jest's and Vitest's form, or of syrupy's. */
function entries(text: string | null): ReadonlyMap<string, string> {
  if (text === null) return new Map();
  const form = /^exports\[`/m.test(text) ? jest : syrupy;
  return new Map([...text.matchAll(form)].map(([, name = '', value = '']) => [name, value.trimEnd()]));
}
