/** How much of the workspace's folders a prompt shows. */
export type OutlineWish = {
  /** Which entries of a folder are counted first; each kind is sorted by name. */
  first: 'files' | 'folders';
  /** Entries shown of a folder, at each depth; what is deeper is not looked at. Null: as many as `items` has room for. */
  widths: readonly number[] | null;
  /** Entries shown in all, folder by folder, the highest first. Null: as many as there are widths for. */
  items: number | null;
  /** Names of folders that are not looked into; a `*` at the end stands for anything. */
  closed: readonly string[];
};

/** A folder as far as it is shown. `left`: how many entries of it are not. */
export type Outline = {
  files: readonly string[];
  folders: readonly OutlinedFolder[];
  left: { files: number; folders: number };
};
/** `inside`: null where nobody looked, for its name alone where it is `closed`. */
export type OutlinedFolder = { name: string; closed: boolean; inside: Outline | null };

/** What is in a folder, in any order. Neither a file nor a folder: a link, which is not followed, or a FIFO, socket or device. */
export type FolderEntry = { name: string; folder: boolean; file: boolean };
