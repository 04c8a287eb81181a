export type PhaseName = 'pre' | 'main' | 'post';

/** What runs, and in which job. Whatever is left out has a plain value. */
export type Job = {
  /** The folder with action.yml. */
  dir: string;
  /** An empty folder that plays the runner's disk: workspace, temp folder, home. The caller removes it. */
  root: string;
  /** `with:` of the step. */
  inputs?: Readonly<Record<string, string>>;
  eventName: string;
  event: unknown;
  /** `owner/name`, and the forge's numbers of both. */
  repository: { fullName: string; id: number; ownerId: number };
  urls: { server: string; api: string; graphql: string };
  /** `github.token`. */
  token: string;
  /** Further secrets of the job, masked from the start. */
  secrets?: readonly string[];
  /** `env:` of the job and what earlier steps left in it. */
  env?: Readonly<Record<string, string>>;
  /** What earlier steps put before PATH. */
  path?: readonly string[];
  actor?: { login: string; id: number };
  /** Who ran it again: `GITHUB_TRIGGERING_ACTOR`. The actor where left out. */
  triggeringActor?: string;
  sha?: string;
  /** In full: `refs/heads/main`. */
  ref?: string;
  /** The path of its file, and the name that the file gives it. */
  workflow?: { path: string; name?: string };
  runId?: number;
  attempt?: number;
  /** `GITHUB_JOB`. */
  name?: string;
  /** Cancels the job as its button does. */
  cancel?: AbortSignal;
  /** `timeout-minutes` of the job, in seconds here. */
  timeoutSeconds?: number;
  /** Says when the step's own `timeout-minutes` are over: its main phase is ended as if cancelled, and has failed. */
  stepTimeout?: AbortSignal;
  /** The machine is gone with the main phase, and nobody runs what comes after. */
  machineDies?: boolean;
  /** Told of each process as it starts. */
  onProcess?: (phase: PhaseName, pid: number) => void;
  /** How long the runner waits after SIGINT, and then after SIGTERM, before it kills. */
  grace?: { interruptMilliseconds: number; terminateMilliseconds: number };
  /** The runtime's program; the action is told nothing about the machine's own environment. */
  node?: string;
  /** Sees each line as it is printed, before masking. */
  onLine?: (line: string) => void;
};

/** Source: the runner's ProcessInvoker. */
export const defaultGrace = { interruptMilliseconds: 7500, terminateMilliseconds: 2500 };

/** What a JavaScript action finds in its environment besides the token: none of it may be seen by what the action starts. */
export const canaries = {
  ACTIONS_RUNTIME_TOKEN: 'canary-Bx4Tq8Zr2Lw7Kd9V-runtime',
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'canary-Nf6Hy3Pm8Jc5Ws2G-identity',
} as const;
