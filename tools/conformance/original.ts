import type { Placeholder } from './placeholders.ts';
import type { Verbs } from './rows.ts';

/** The folders of one run, and where the simulated model is: a URL without `/v1`. */
export type Place = { home: string; workspace: string; modelUrl: string };

/** A command line agent whose harness we describe, and how it is run without a terminal. */
export type Original = {
  id: string;
  package: string;
  version: string;
  /** Below `node_modules`; run by node where it ends in `.js` or `.mjs`. */
  program: string;
  /** Commands to run after the installation, below `node_modules`, where it does not work without. */
  prepare?: readonly string[];
  wire: 'chat' | 'messages' | 'responses';
  /** Configuration files below the home, and their text. */
  files?(place: Place): Record<string, string>;
  args(prompt: string): readonly string[];
  env?(place: Place): Record<string, string>;
  verbs(workspace: string): Verbs;
  /** What else varies from run to run in its results. */
  placeholders?: readonly Placeholder[];
};
