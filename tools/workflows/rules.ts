import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod/mini';

const anything = z.record(z.string(), z.unknown());
const step = z.object({
  uses: z.optional(z.string()),
  run: z.optional(z.string()),
  with: z._default(anything, {}),
});
const job = z.object({
  permissions: z.optional(z.union([z.string(), anything])),
  'timeout-minutes': z.optional(z.number()),
  uses: z.optional(z.string()),
  steps: z._default(z.array(step), []),
});
/** What the rules look at; GitHub's language service knows the rest. */
const shape = z.object({
  on: z.union([z.string(), z.array(z.string()), anything]),
  permissions: z.optional(z.unknown()),
  concurrency: z.optional(z.unknown()),
  jobs: z.record(z.string(), job),
});
type Workflow = z.infer<typeof shape>;
type Job = z.infer<typeof job>;
type Step = z.infer<typeof step>;

/** How our own action is named where people paste: which commit of which repository is theirs to say. */
export const ours = 'OWNER/REPOSITORY@COMMIT';

/**
 * What a workflow does that none of ours may, a line each. `example`: one to paste, where the action sees to those that
 * run at once.
 */
export const breaches = (text: string, { example = false } = {}): string[] => [...look(text, example)];

function* look(text: string, example: boolean): Generator<string> {
  const workflow = shape.parse(parse(text));
  yield* aboutAll(workflow, example);
  for (const [name, each] of Object.entries(workflow.jobs)) {
    yield* aboutJob(name, each);
    for (const uses of [each.uses, ...each.steps.map((one) => one.uses)])
      if (uses !== undefined) yield* aboutUses(uses, text);
    for (const one of each.steps) yield* aboutStep(name, one);
  }
}

function* aboutAll({ on, permissions, concurrency }: Workflow, example: boolean): Generator<string> {
  if (JSON.stringify(permissions) !== '{}')
    yield 'permissions: it must be {} at the top, and each job has its own.';
  if (concurrency === undefined && !example)
    yield 'concurrency: a newer run does not end or wait for an older one.';
  // It is entered before any job’s own conditions are looked at.
  if (concurrency !== undefined && example)
    yield 'concurrency: at the top of a workflow a stranger’s event displaces a run.';
  const events = typeof on === 'string' ? [on] : Array.isArray(on) ? on : Object.keys(on);
  if (events.includes('pull_request_target'))
    yield 'on: pull_request_target gives secrets to what a stranger wrote.';
}

function* aboutJob(name: string, { permissions, uses, ...limits }: Job): Generator<string> {
  if (permissions === undefined || typeof permissions === 'string')
    yield `${name}: its permissions must be named one by one.`;
  // GitHub allows no time limit on a job that is another workflow: the limits are in there.
  if (limits['timeout-minutes'] === undefined && uses === undefined)
    yield `${name}: timeout-minutes is missing, and GitHub waits for six hours.`;
}

function* aboutStep(name: string, { uses, run = '', with: given }: Step): Generator<string> {
  // Whatever an expression says becomes part of the program. `env` hands it over as data.
  if (/\$\{\{/.test(`${run}${given['script'] ?? ''}`))
    yield `${name}: an expression in run is a program that others write; use env.`;
  if (uses?.startsWith('actions/checkout@') && given['persist-credentials'] !== false)
    yield `${name}: checkout leaves its token behind without persist-credentials: false.`;
  if (uses !== ours) return;
  if (/\$\{\{[^}]*\bgithub\.event\b/.test(String(given['prompt'] ?? '')))
    yield `${ours}: all of prompt is obeyed, so nothing of an event may be in it.`;
  const known = inputsOfOurs();
  for (const input of Object.keys(given))
    if (!known.has(input)) yield `${ours}: action.yml has no input ${input}.`;
}

/** Pinned by the commit, with the version behind it for people and Dependabot; a file of this repository needs no pin. */
function* aboutUses(uses: string, text: string): Generator<string> {
  if (uses === ours || uses.startsWith('./')) return;
  const lines = text.split('\n').filter((line) => line.includes(uses));
  if (!/^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/.test(uses)) yield `${uses}: it must be pinned by the whole commit.`;
  else if (!lines.every((line) => /@\w+ # v\d+\.\d+\.\d+$/.test(line)))
    yield `${uses}: the version is missing behind the commit, as in “# v1.2.3”.`;
}

function inputsOfOurs(): Set<string> {
  const manifest = parse(readFileSync(join(import.meta.dirname, '../../action.yml'), 'utf8'));
  return new Set(Object.keys(manifest.inputs));
}
