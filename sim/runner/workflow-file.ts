import { parse } from 'yaml';
import * as z from 'zod/mini';
import { type Contexts, evaluate, holds } from './expressions.ts';

/** What is read of a workflow file. Source: https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax. */
const shape = z.object({
  on: z.record(
    z.string(),
    z.nullable(z.union([z.array(z.object({ cron: z.string() })), z.record(z.string(), z.unknown())])),
  ),
  jobs: z.record(
    z.string(),
    z.object({
      if: z.optional(z.string()),
      permissions: z.record(z.string(), z.enum(['read', 'write'])),
      steps: z.array(
        z.object({
          uses: z.optional(z.string()),
          with: z._default(z.record(z.string(), z.coerce.string()), {}),
        }),
      ),
    }),
  ),
});

/** One step that uses an action, in a job that an event starts. `permissions` are the job's, as its token has them. */
export type StartedStep = {
  job: string;
  permissions: Record<string, 'read' | 'write'>;
  inputs: Record<string, string>;
};

/**
 * What GitHub makes of a workflow file when something happens: the steps that use the action, with `if:` of their job and
 * expressions in `with:` evaluated. Events must be a mapping, and each job must name its permissions.
 */
export function startedSteps(
  text: string,
  event: { name: string; payload: Readonly<Record<string, unknown>> },
  uses: string,
  secrets: Readonly<Record<string, string>>,
): StartedStep[] {
  const { on, jobs } = shape.parse(parse(text));
  const { name, payload } = event;
  if (!Object.hasOwn(on, name) || !hasType(on[name], payload['action'])) return [];
  const contexts: Contexts = {
    github: { event: payload, event_name: name },
    inputs: payload['inputs'] ?? {},
    secrets,
  };
  return Object.entries(jobs)
    .filter(([, job]) => job.if === undefined || holds(job.if, contexts))
    .flatMap(([job, { permissions, steps }]) =>
      steps
        .filter((step) => step.uses === uses)
        .map((step) => ({
          job,
          permissions: renamed(permissions),
          inputs: Object.fromEntries(
            Object.entries(step.with).map(([input, value]) => [input, evaluate(value, contexts)]),
          ),
        })),
    );
}

const hasType = (wanted: z.infer<typeof shape>['on'][string] | undefined, action: unknown): boolean => {
  if (!wanted || Array.isArray(wanted)) return true;
  const { types } = wanted;
  return !Array.isArray(types) || types.includes(action);
};

/** GitHub's API writes `pull_requests` where a workflow writes `pull-requests`. */
const renamed = <Level>(permissions: Readonly<Record<string, Level>>): Record<string, Level> =>
  Object.fromEntries(Object.entries(permissions).map(([name, level]) => [name.replaceAll('-', '_'), level]));
