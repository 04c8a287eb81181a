import type { BytePath } from '../git/objects.ts';

// What HFS+ ignores in a name (U+200C to U+200F, U+202A to U+202E, U+206A to U+206F, U+FEFF), as UTF-8 bytes.
const ignored = /\xe2\x80[\x8c-\x8f\xaa-\xae]|\xe2\x81[\xaa-\xaf]|\xef\xbb\xbf/g;
const gitName = /^(?:\.git|git~1)[ .]*(?:$|[:\\])/i;

/**
 * Whether some part of the path is `.git` to one of the file systems in use, so that git takes it into no tree
 * (`verify_path` in git's read-cache.c).
 */
export const isGitPath = (path: BytePath): boolean =>
  path.split('/').some((name) => gitName.test(name.replace(ignored, '')));
