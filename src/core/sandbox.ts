/**
 * Something that may well not work, for reasons that are news for the model and not exceptions. `fault`: because there is
 * nothing at that path, or a folder in place of a file, or something that was not to be there.
 */
export type Attempt<T> = { ok: true; value: T } | { ok: false; why: string; fault?: PathFault };
export type PathFault = 'missing' | 'folder' | 'exists';

/**
 * What a program printed, stdout and stderr as they came, decoded as UTF-8 with replacement. Long output keeps both
 * ends: `head + tail` hold at most 16,384 characters, `omitted` characters lay between them, and the whole of it is
 * in `file`, a path that exists inside the sandbox. Short output is all in `head`. `omittedLines` counts the ends of lines
 * among what is omitted, as far as there is any; older logs have none. `omittedBytes` is told only by who counts them.
 */
export type Output = {
  head: string;
  omitted: number;
  tail: string;
  file: string | null;
  omittedLines?: number;
  omittedBytes?: number;
};

export type Command = {
  /** Given to `bash -c`. */
  command: string;
  /** Absolute, or relative to the workspace; null is the workspace. */
  folder: string | null;
  /** Everything it started is killed after that. */
  seconds: number;
  /** A file to be made with the folder that its shell is in at the end. With it a `folder` that is gone is the workspace. */
  note?: string;
};

/** `code` is null when the command was killed, and `killed` says why: `flood` is output without an end. */
export type Exit = {
  code: number | null;
  killed: 'timeout' | 'cancelled' | 'flood' | 'stopped' | null;
  output: Output;
  milliseconds: number;
};

/** A command that goes on while the model talks. With `terminal` it has a pty, else no input. */
export type Background = {
  /** Names it in later calls: `1`, `2`, … in the order they were started. */
  handle: string;
  /** Waits until it has ended or the time is over, and takes what was printed since the last look. */
  poll(waitMilliseconds: number, signal: AbortSignal): Promise<{ output: Output; exit: Exit | null }>;
  /** Types into its terminal. */
  write(text: string): Promise<Attempt<null>>;
  stop(): Promise<void>;
};

/** In characters. */
export type TerminalSize = { rows: number; columns: number };

/**
 * What a terminal shows, as plain text: lines without blanks at their ends, no control characters. `fresh` is what came below what
 * the last look saw, from the line on where that ended; null where it cannot be told, because what was there has changed or is gone.
 */
export type Look = { fresh: string | null; screen: string };

/** A program in a terminal that is drawn, until it ends. What it prints is hostile, and stays behind the drawing. */
export type Terminal = {
  /** Names it in later calls: `1`, `2`, … in the order they were opened. */
  handle: string;
  /** How its program ended; null while it runs. */
  exit(): Pick<Exit, 'code' | 'killed'> | null;
  /** Types keys as they are; into one whose program has ended, nothing. */
  type(keys: string): void;
  /** Until its program has ended, the time is over, or nobody waits any more. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  look(): Promise<Look>;
};

/** One file or folder as a listing shows it. */
export type Found = { path: string; kind: 'file' | 'folder' | 'link' | 'other'; bytes: number };
export type Line = { path: string; number: number; text: string; match: boolean };

/** A file with matches, and how many. */
export type Matched = { path: string; matches: number };
/** Where is searched: a file, or a folder and what in it. */
export type Where = { path: string; glob: string | null; ignoreCase: boolean; ignored: boolean };

/** The most bytes that one call of `Files` reads or writes. */
export const largestContent = 8 * 1024 * 1024;

/**
 * File work, done by a process inside the sandbox. Paths are absolute or relative to the workspace; what is not mounted
 * does not exist. Every call has a deadline of its own.
 */
export type Files = {
  /** At most `limit` bytes from `start`. `bytes` is the size of the whole file. */
  read(
    path: string,
    range?: { start: number; limit: number },
  ): Promise<Attempt<{ content: Uint8Array; bytes: number }>>;
  /** Makes missing folders, keeps the mode of a file that exists, and replaces it whole or not at all. `bytes` is its size then. */
  write(
    path: string,
    content: Uint8Array,
    how?: 'replace' | 'append' | 'create',
  ): Promise<Attempt<{ existed: boolean; bytes: number }>>;
  remove(path: string): Promise<Attempt<null>>;
  rename(from: string, to: string): Promise<Attempt<null>>;
  /**
   * Sorted by path; `depth` 1 is the folder's own entries. `.git` is left out, what git ignores unless asked for, and where `hidden`
   * is false every name that begins with a dot.
   */
  list(
    path: string,
    how: { depth: number; limit: number; ignored: boolean; hidden?: boolean },
  ): Promise<Attempt<{ found: Found[]; more: boolean }>>;
  /** Newest first, as agents are used to; the first `skip` are left out. `total` is how many there are in all. */
  glob(
    pattern: string,
    how: { path: string; folders: boolean; skip: number; limit: number; ignored: boolean },
  ): Promise<Attempt<{ found: Found[]; total: number }>>;
  /**
   * JavaScript regular expression; binary files are passed over. `before` and `after` are the numbers of lines around a match;
   * the first `skip` matches are left out, and no more than `limit` told.
   */
  grep(
    pattern: string,
    how: Where & { before: number; after: number; skip: number; limit: number },
  ): Promise<Attempt<{ lines: Line[]; more: boolean }>>;
  /** The same, told by file, newest first; `total` files have `matches`. With `once` no more than one match of a file counts. */
  matches(
    pattern: string,
    how: Where & { once: boolean; skip: number; limit: number },
  ): Promise<Attempt<{ files: Matched[]; total: number; matches: number }>>;
};

/** Where untrusted commands run, and the only way a tool touches a disk or a process. */
export type Sandbox = {
  /** The workspace's path as the agent sees it. */
  readonly folder: string;
  /** A fresh process tree for each command: whatever it left running dies with it. */
  exec(command: Command, signal: AbortSignal): Promise<Exit>;
  start(command: Command & { terminal: boolean }): Promise<Attempt<Background>>;
  background(handle: string): Background | null;
  openTerminal(command: Command & TerminalSize): Promise<Terminal>;
  /** One that has ended is forgotten when the next is opened. */
  terminal(handle: string): Terminal | null;
  readonly files: Files;
  /** Kills everything and unmounts. Safe to call twice. */
  close(): Promise<void>;
};

/** `workspace-write` is the default; `read-only` mounts the workspace so; the last is no wall at all and must be typed. */
export type SandboxMode = 'workspace-write' | 'read-only' | 'danger-full-access';
export const sandboxModes = [
  'workspace-write',
  'read-only',
  'danger-full-access',
] as const satisfies readonly SandboxMode[];
