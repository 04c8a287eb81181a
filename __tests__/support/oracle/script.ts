import type { Issue } from '../../../sim/github/hub/records.ts';
import type { Script } from '../../../sim/model/index.ts';
import type { Job } from '../../../sim/runner/index.ts';
import type { Scene } from '../stage.ts';

/** One line of the sources put differently: the defence that is left out. */
export type Disarmed = { file: string; from: string; to: string };

export type Staged = {
  subject: Issue;
  command: string;
  by: string;
  /** What the run may write to, by the event alone. */
  branch: string;
  base: string;
};

/** A model that is wholly somebody else's, and what it was given to work on. */
export type HostileScript = {
  /** A sentence: what the model does. */
  name: string;
  /** Threats and escapes that it plays, e.g. `T32`, `E2`. */
  shows: readonly string[];
  prepare(scene: Scene): Promise<Staged>;
  model: Script;
  over?: Pick<Partial<Job>, 'env' | 'inputs'>;
  /** How the run has to end, as later steps see it. */
  ends: RegExp;
  /** What else has to hold: the words of what does not. */
  look?(played: Played): string[];
  /** The defence without which the attack succeeds, and what is found then; `against`: what of `shows` it is against, else all. */
  without?: Disarmed & { finds: RegExp; against?: readonly string[] };
};

/** What is left of a script that was played, as data. */
export type Played = {
  end: string;
  answer: string;
  findings: string[];
  /** The body of the pull request, if there is one. */
  pull: string;
  /** What the branch holds. */
  files: string[];
  /** The bodies of all requests to the model. */
  asked: string[];
  log: string;
  summary: string;
  outputs: Record<string, string>;
};
