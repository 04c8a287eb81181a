/** A path as a file system that ignores case and invisible characters reads it: `.GitHub` and its like are the same. */
export const plainPath = (path: string): string =>
  path
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase();
