/** What stands behind a command. */
export type Behind = {
  /** Paths that its words name, whether such files exist or not. */
  files: Set<string>;
  globs: Set<string>;
  /** Names of scripts, of whichever package.json, and other keys of it. */
  scripts: Set<string>;
  keys: Set<string>;
  /** Which headings of shared settings (pyproject.toml, setup.cfg) matter. */
  sections: RegExp[];
};

/** A line of shell that a command leads to, and the folder it runs in. */
export type Step = { line: string; folder: string };

/** What a command is followed by: its words, where it runs, and the files of the base. */
export type Trail = {
  program: string;
  words: readonly string[];
  folder: string;
  behind: Behind;
  text(path: string): Promise<string | null>;
};
