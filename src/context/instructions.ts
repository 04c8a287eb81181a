import type { Hidden, Instructions } from '../core/task.ts';
import { cutMarkdown } from '../text/cut.ts';
import { stripInvisible } from '../text/invisible.ts';

/** The name of the convention: https://agents.md. The file nearest to the work wins, so it comes last. */
const name = 'AGENTS.md';
const room = 32_000;
/** Folders that are looked at, outermost first: a change to hundreds of folders is about none of them. */
const mostFolders = 32;

type Read = (path: string) => Promise<Uint8Array | null>;

/**
 * The standing instructions for work on these files: of the root, and of each folder on the way to them. Comments stay,
 * since maintainers write to agents in them too; characters that nobody sees do not. The nearest get the room first.
 */
export async function readInstructions(
  read: Read,
  files: readonly string[],
): Promise<{ found: Instructions[]; hidden: Hidden[] }> {
  const paths = foldersOf(files).map((folder) => `${folder}${name}`);
  const contents = await Promise.all(paths.map(read));
  const found: Instructions[] = [];
  const hidden: Hidden[] = [];
  let left = room;
  for (const [index, path] of [...paths.entries()].toReversed()) {
    const { text, removed } = stripInvisible(new TextDecoder().decode(contents[index] ?? new Uint8Array()));
    if (removed > 0) hidden.unshift({ where: path, count: removed });
    const cut = cutMarkdown(text.trim(), left);
    if (cut !== '') found.unshift({ path, text: cut });
    left -= cut.length;
  }
  return { found, hidden };
}

/** Each folder with a slash behind it, the root as the empty text; outer ones first. */
function foldersOf(files: readonly string[]): string[] {
  const folders = new Set(['']);
  for (const file of files)
    for (let slash = file.indexOf('/'); slash >= 0; slash = file.indexOf('/', slash + 1))
      folders.add(file.slice(0, slash + 1));
  const depth = (folder: string) => folder.split('/').length;
  return [...folders].sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1)).slice(0, mostFolders);
}
