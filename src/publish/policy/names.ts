import type { Rule } from './rule.ts';
import { shownPath } from './shown-path.ts';

/**
 * Names that another system, a shell or a reader takes for something else. Only new ones: what the base has already, its
 * people live with.
 */
export const names: Rule = {
  name: 'names',
  file({ path, before, now }) {
    const problem = before || !now ? null : nameProblem(path);
    if (!problem) return null;
    return {
      why: `The new file ${shownPath(path)} ${problem}.`,
      advice: 'Ask for another name; the whole change is kept as a patch.',
    };
  },
};

/** Bytes. A path of 1024 is what most tools take, a name of 255 what most file systems do. */
const longest = { path: 1024, name: 255 };

/** The end of a sentence about the path, or null. */
function nameProblem(path: string): string | null {
  if (Buffer.byteLength(path) > longest.path) return `has a path of more than ${longest.path} bytes`;
  // Before the normal form, which some of these have none of.
  if (unseen.test(path)) return 'has a character in its name that nobody sees';
  if (path.normalize('NFC') !== path) return 'has a name that is not in Unicode’s normal form (NFC)';
  if (/(?! )\p{Zs}/u.test(path)) return 'has a space in its name that is not the usual one';
  if (/[\\:*?"<>|]/.test(path)) return 'has a character in its name that Windows does not take';
  for (const name of path.split('/')) {
    const problem = partProblem(name);
    if (problem) return problem;
  }
  return null;
}

const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/u;
/** https://learn.microsoft.com/en-us/windows/win32/fileio/naming-a-file */
// cspell:ignore conin conout
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])[ ]*(?:\.|$)/i;

/** `GITHUB~1` is `.github`: the short names of NTFS, https://learn.microsoft.com/en-us/windows/win32/fileio/naming-a-file. */
const short = /^[^.\s]{1,8}~\d{1,6}(?:\.[^.]{0,3})?$/;

function partProblem(name: string): string | null {
  if (Buffer.byteLength(name) > longest.name) return `has a name of more than ${longest.name} bytes`;
  if (name.startsWith('-')) return 'has a name that begins like an option (-)';
  if (/[. ]$/.test(name)) return 'has a name that ends with a dot or a space';
  if (short.test(name)) return 'has a name that Windows may give another file';
  if (device.test(name)) return 'has a name that Windows keeps for a device';
  return null;
}
