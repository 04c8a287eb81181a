/** Where harness folders stand side by side; paths are below it, e.g. `native/system.md`. */
export type Shelf = {
  /** A file's text, or null where there is none. May throw `harness.invalid` for one that is no text of a usual size. */
  read(path: string): Promise<string | null>;
  /** A path as messages name it. */
  shown(path: string): string;
  /** The harnesses that are there, for the nearest name. */
  ids(): Promise<readonly string[]>;
};

/** What a harness may be called: never a way out of its shelf. */
export const isId = (id: string): boolean => /^[A-Za-z0-9][\w.-]*$/.test(id);
