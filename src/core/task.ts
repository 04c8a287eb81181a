import type { ObjectId } from './change.ts';
import type { WireId } from './model.ts';
import type { SandboxMode } from './sandbox.ts';

/** Somebody on the forge. `id` is the forge's own number: logins can be taken over, numbers cannot. */
export type Person = { login: string; id: number; kind: 'user' | 'bot' };

/** An issue or pull request. */
export type Subject = { kind: 'issue' | 'pull'; number: number };

/** What happened, normalised. One variant per kind of happening, never per webhook name. */
export type Event =
  | {
      kind: 'comment';
      /** Stable over re-runs of the job: one sitting per id. */
      id: string;
      subject: Subject;
      /** The comment's number on the forge, its Markdown as the event carried it, and when it was last written (ISO 8601). */
      comment: { id: number; body: string; at: string };
      /** Who wrote the comment (null: a deleted account), and who caused the event. Both must be the same. */
      author: Person | null;
      sender: Person;
      /** True for our own comments, known by the hidden mark that we put into each. */
      ours: boolean;
    }
  | {
      /** Somebody put a label on an issue. `at` is when (ISO 8601). */
      kind: 'label';
      id: string;
      subject: Subject;
      label: string;
      at: string;
      sender: Person;
    }
  | {
      /** A workflow brought its own words along: on a schedule, or started by hand. */
      kind: 'workflow';
      id: string;
      /** Which one, in letters that a branch can have, e.g. `nightly-fix`. */
      workflow: string;
      /** The branch that it runs on; null is the default branch. */
      branch: string | null;
      text: string;
      /** Who started it by hand; null on a schedule. */
      sender: Person | null;
    }
  | { kind: 'prompt'; id: string; session: string; text: string };

/** Where a task comes from, and by that who answers for it. */
export type Origin =
  | { kind: 'terminal'; session: string }
  | { kind: 'workflow'; workflow: string; branch: string | null; sender: Person | null }
  | { kind: 'label'; subject: Subject; label: string; at: string; sender: Person }
  | {
      kind: 'comment';
      subject: Subject;
      comment: { id: number; body: string; at: string };
      author: Person | null;
      sender: Person;
    };

/** What a task is about; null where it is about the repository as a whole. */
export const subjectOf = (origin: Origin): Subject | null => ('subject' in origin ? origin.subject : null);

/** Who answers for a task: it is their word, and their permission counts. Null: no single person, or an account that is gone. */
export function askerOf(origin: Origin): Person | null {
  if (origin.kind === 'terminal') return null;
  return origin.kind === 'comment' ? origin.author : origin.sender;
}

/** What was written or changed later was not before the asker's eyes (ISO 8601). Null where nobody looked at a thread. */
export function askedAt(origin: Origin): string | null {
  switch (origin.kind) {
    case 'comment':
      return origin.comment.at;
    case 'label':
      return origin.at;
    case 'terminal':
    case 'workflow':
      return null;
  }
}

/** What we were asked to do. Everything after triggers/ reads a Task, never an Event. */
export type Task = {
  /** The event's id: one sitting per task. */
  id: string;
  origin: Origin;
  /** `unclear`: what is nearly a command; a gate answers it with the hint in `ask` and the `advice`, and nothing runs. */
  verb: 'fix' | 'unclear';
  /** The instruction in the asker's own words, visible text only. Empty means: do what the subject says. */
  ask: string;
  advice?: string;
  /** The commit the asker names (`/oi fix <sha>`), which a fork's pull request needs. */
  commit: ObjectId | null;
  /** What the asker names in place of what the settings say; a gate judges it. */
  choice?: Choice;
};

/** By the names of the options. */
export type Choice = { readonly model?: string; readonly harness?: string };

/** Where the result may go. Made at admit from what the forge says, never from what a model says. */
export type Destination =
  /** In place: the folder is the result. */
  | { kind: 'folder' }
  /** A branch of ours and one pull request from it. `head` is the branch's commit as found, null when it does not exist. */
  | { kind: 'pull'; branch: string; head: ObjectId | null; into: string; pull: number | null }
  /** Only a patch for a person, e.g. for a fork. */
  | { kind: 'patch' };

/** Where the work starts and where its result may go: frozen at admit, the only source of destinations. */
export type Plan = {
  task: Task;
  /** One session per subject or terminal conversation, e.g. `issue-12`. */
  session: string;
  /** The commit the work starts from; null in place, where the work starts from the folder as it is. */
  base: ObjectId | null;
  /**
   * The commit whose standing instructions hold, which no fork has a say in: the default branch's, or that of the branch
   * a pull request goes into; what it changes is the diff from here. Null in place.
   */
  trunk: ObjectId | null;
  destination: Destination;
  /** `untrusted` as soon as anybody but the asker and ourselves wrote some of what the agent reads, or it is a fork's. */
  taint: 'trusted' | 'untrusted';
};

/**
 * `gate` names who refused, `why` and `advice` are a sentence each, for the asker. `quiet`: nobody is answered on the
 * forge, because two bots would answer each other for ever.
 */
export type Refusal = { gate: string; why: string; advice: string; quiet: boolean };

/** Budget for one sitting; null means no limit. */
export type Limits = {
  turns: number | null;
  minutes: number | null;
  tokens: number | null;
  usd: number | null;
};

/** What the run was set up with, checked. Nothing secret is in here: it goes into the log. */
export type Settings = {
  /** The command's first word, e.g. `/oi`. */
  trigger: string;
  /** The label that gives us an issue, by its exact name. */
  label: string;
  model: string;
  /** The models that take over, one after the other, where the provider of the one before fails for good. */
  fallback?: readonly string[];
  /** The harness asked for; null lets the model's family choose. */
  harness: string | null;
  /** What a task may choose in place of these. Absent where nobody but who made the settings gives tasks, or they could not be read. */
  allow?: { models: readonly string[]; harnesses: readonly string[] };
  /** The wire asked for; without it the model's provider and the harness choose. */
  wire?: WireId;
  sandbox: SandboxMode;
  limits: Limits;
  /** Numbers of the bots that may command us. */
  bots: readonly number[];
  /** Globs that no change may touch, besides our own. */
  protect: readonly string[];
  /** Globs of our own that a change may touch all the same, where nobody but the asker was read. Absent is none. */
  allowPaths?: readonly string[];
  /** Hosts that a lockfile may name, besides those that it names already and the public registries. Absent is none. */
  allowHosts?: readonly string[];
  verify: VerifySettings;
};

/** Who is asked for to work: a run that goes on with a sitting may ask for others. */
export type Asked = Pick<Settings, 'model' | 'harness' | 'wire'>;

/** Settings with what is asked for now, and nothing left of what was asked for before. */
export function withAsked({ wire: _, ...settings }: Settings, { model, harness, wire }: Asked): Settings {
  return { ...settings, model, harness, ...(wire && { wire }) };
}

export type VerifySettings = {
  /** The commands that prove a change; null lets the repository's own files say. */
  commands: readonly string[] | null;
  /** How many rounds of work the checks may cause, the first one included. */
  rounds: number;
  /** Whether a pull request whose checks all pass is no draft, where nobody untrusted was read. */
  readyWhenGreen: boolean;
};

/** A trigger either recognises the event or says nothing. It is asked before any setting is read but our names. */
export type Trigger = {
  name: string;
  recognise(event: Event, settings: Pick<Settings, 'trigger' | 'label'>): Promise<Task | null>;
};

/** A piece of context: data, never an instruction. `author` null is a deleted account. */
export type Source = {
  /** What it is, e.g. `issue #12`, `comment by @ann`. */
  title: string;
  text: string;
  author: string | null;
  /** Whether the author could write to the repository when we looked. */
  trusted: boolean;
};

/** How many characters that no reader sees were taken out of something. `where` is a source's title, or a path. */
export type Hidden = { where: string; count: number };

/** A file of standing instructions (AGENTS.md) as the base commit has it; nearest to the work last. */
export type Instructions = { path: string; text: string };
