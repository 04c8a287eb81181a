import type { Placeholder } from './placeholders.ts';
import type { Verbs } from './rows.ts';

/** The folders of one run, and where the simulated model is: a URL without `/v1`. */
export type Place = { home: string; workspace: string; temporary: string; modelUrl: string };

/** A command line agent, and how it is run without a terminal. */
export type Agent = {
  wire: 'chat' | 'messages' | 'responses';
  /** Configuration files below the home, and their text. */
  files?(place: Place): Record<string, string>;
  args(prompt: string): readonly string[];
  env?(place: Place): Record<string, string>;
  /** What else varies from run to run in its results. */
  placeholders?: readonly Placeholder[];
};

/** One that a harness of ours is described from. */
export type Original = Agent & {
  id: string;
  /** The harness of ours, where it has another name. */
  harness?: string;
  package: string;
  version: string;
  /** Below `node_modules`; run by node where it ends in `.js` or `.mjs`. */
  program: string;
  verbs(workspace: string): Verbs;
  /** Which rows are played, by their first word; all by default. */
  groups?: readonly string[];
};
