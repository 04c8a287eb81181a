import type { FolderEntry, Outline, OutlinedFolder, OutlineWish } from '../core/outline.ts';
import { stripInvisible } from '../text/invisible.ts';

/** Entries that are looked at in all: beyond them no more folders are. */
const most = 100_000;
/** Characters of a name that are shown. */
const longest = 80;

type Folder = { -readonly [Key in keyof OutlinedFolder]: OutlinedFolder[Key] };
type Look = (path: string) => Promise<readonly FolderEntry[] | null>;

/**
 * The folders of a workspace as far as a prompt shows them: those higher up before what they hold, so that little is looked at
 * however much there is. `look` tells what is in a folder, the root's path being empty, or null. Null where that cannot be seen.
 */
export async function outlineOf(look: Look, wish: OutlineWish): Promise<Outline | null> {
  const root: Folder = { name: '', closed: false, inside: null };
  const waiting = [{ path: '', depth: 0, folder: root }];
  let room = wish.items ?? Number.POSITIVE_INFINITY;
  let looked = 0;
  for (const { path, depth, folder } of waiting) {
    if (room <= 0 || looked >= most) break;
    const found = await look(path);
    if (!found) continue;
    looked += found.length;
    const { files, folders } = chosen(found, wish.first, Math.min(room, widthAt(depth, wish)));
    room -= files.length + folders.length;
    const inner = folders.map(
      (name): Folder => ({ name: plain(name), closed: isClosed(name, wish), inside: null }),
    );
    folder.inside = { files: files.map(plain), folders: inner, left: leftOf(found, files, folders) };
    if (widthAt(depth + 1, wish) === 0) continue;
    for (const [index, name] of folders.entries()) {
      const one = inner[index];
      if (one && !one.closed)
        waiting.push({ path: path === '' ? name : `${path}/${name}`, depth: depth + 1, folder: one });
    }
  }
  return root.inside;
}

const widthAt = (depth: number, { widths }: OutlineWish): number =>
  widths === null ? Number.POSITIVE_INFINITY : (widths[depth] ?? 0);

function leftOf(
  found: readonly FolderEntry[],
  files: readonly string[],
  folders: readonly string[],
): Outline['left'] {
  const count = found.filter(({ folder }) => folder).length;
  return { files: found.length - count - files.length, folders: count - folders.length };
}

/** The names that there is room for, those of the first kind before the others. */
function chosen(
  found: readonly FolderEntry[],
  first: OutlineWish['first'],
  room: number,
): { files: string[]; folders: string[] } {
  const names = (folder: boolean) =>
    sorted(found.flatMap((entry) => (entry.folder === folder ? [entry.name] : [])));
  const [files, folders] = [names(false), names(true)];
  const [before, after] = first === 'files' ? [files, folders] : [folders, files];
  before.splice(room);
  after.splice(room - before.length);
  return { files, folders };
}

const isClosed = (name: string, { closed }: OutlineWish): boolean =>
  closed.some((one) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : name === one));

/** On one line, without what a reader does not see. */
function plain(name: string): string {
  const seen = stripInvisible(name).text.replace(/[\n\t]/g, ' ');
  return seen.length > longest ? `${seen.slice(0, longest).toWellFormed()}…` : seen;
}

/**
 * As people sort, and not by their language's rules: the first use of those tables takes 15 ms. Letters that differ only in case are
 * together, the small one first, as `localeCompare` has it for ASCII.
 */
function sorted(names: readonly string[]): string[] {
  const keyed = names.map((name) => ({ name, key: keyOf(name) }));
  keyed.sort((one, other) => {
    if (one.key !== other.key) return one.key < other.key ? -1 : 1;
    return one.name > other.name ? -1 : 1;
  });
  return keyed.map(({ name }) => name);
}

/** The order of signs in Unicode's root collation: https://www.unicode.org/charts/collation/ */
const signs = ' _-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$0123456789';
const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(97 + index));
const places = new Map([...signs, ...letters].map((sign, place) => [sign, String.fromCharCode(place + 1)]));

const keyOf = (name: string): string =>
  Array.from(name.toLowerCase(), (sign) => places.get(sign) ?? sign).join('');
