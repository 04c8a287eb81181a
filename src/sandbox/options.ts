import type { Sandbox, SandboxMode } from '../core/sandbox.ts';

/** Ignored files of the job's checkout, e.g. node_modules, that the agent may use and change without touching them. */
export type Overlay = {
  /** Absolute path of the folder on this machine. It is only read. */
  lower: string;
  /** Absolute path where the agent sees it. */
  at: string;
};

export type SandboxOptions = {
  mode: SandboxMode;
  /** The workspace's path as the agent sees it. */
  folder: string;
  /**
   * `in-place`: the folder itself, its `.git` and agent settings read-only. `copy`: the folder's files lie at `source`,
   * a throw-away copy owned by who is to run in it, never by root.
   */
  place: { kind: 'in-place' } | { kind: 'copy'; source: string };
  /** A folder of this machine for a private one of ours, e.g. RUNNER_TEMP. Nothing of it is left afterwards. */
  temporary: string;
  /** The host's environment. Only what `environment.ts` names gets in. */
  env: Readonly<Record<string, string | undefined>>;
  /** The Node.js binary that runs the hands. */
  node: string;
  /** The hands' script: `parts` are the files and folders below `root` that it needs, `script` is one of them or in one. */
  hands: { root: string; parts: readonly string[]; script: string };
  overlays: readonly Overlay[];
  /** More files and folders of this machine to see, read-only, at their own paths. */
  readable: readonly string[];
  platform: NodeJS.Platform;
};

/** What the workspace's users should know about how it came out. */
export type Report = {
  /** Entries of PATH that exist on this machine and not in the sandbox. */
  lostFromPath: readonly string[];
  /** How each overlay came out: `read-only` where it could be neither overlaid nor copied, `absent` without a wall. */
  overlays: readonly { at: string; as: 'overlay' | 'copy' | 'read-only' | 'absent' }[];
};

export type OpenedSandbox = Sandbox & {
  readonly report: Report;
  /**
   * Paths of the workspace that are there now, were not when it was opened, and would have been protected: what others
   * run or obey without asking, such as `.github` or `.vscode`. To be told to whoever works in the folder next.
   */
  appeared(): string[];
};

/** The hands need little memory between two requests; without these V8 keeps two to three times as much. */
export const handsFlags = ['--max-semi-space-size=1', '--max-old-space-size=64'] as const;
