import * as z from 'zod/mini';
import { OiError } from '../../core/errors.ts';
import type { Event, Person } from '../../core/task.ts';
import { markOf } from './mark.ts';

const account = z.object({ login: z.string(), id: z.int(), type: z.string() });

/** What the runner says of the workflow's run, and the workflow of its own task. */
export type Run = {
  /** The same for every attempt. */
  id: string;
  /** In letters that a branch can have. */
  workflow: string;
  /** The branch it runs on, null where that is none (a tag). */
  branch: string | null;
  prompt: string;
};

/** What we read of an `issue_comment` payload. Source: https://docs.github.com/webhooks/webhook-events-and-payloads#issue_comment. */
const commentPayload = z.object({
  issue: z.object({ number: z.int(), pull_request: z.optional(z.unknown()) }),
  comment: z.object({
    id: z.int(),
    body: z.nullable(z.string()),
    updated_at: z.string(),
    user: z.nullable(account),
  }),
  sender: account,
});

/** Of an `issues` payload. Source: https://docs.github.com/webhooks/webhook-events-and-payloads#issues. */
const labelPayload = z.object({
  issue: z.object({ number: z.int(), updated_at: z.string() }),
  label: z.object({ name: z.string() }),
  sender: account,
});

/** Of a `workflow_dispatch` payload. Source: https://docs.github.com/webhooks/webhook-events-and-payloads#workflow_dispatch. */
const dispatchPayload = z.object({ sender: account });

/**
 * A webhook as an Event, or null when it is none of ours: of comments only new ones are. An edited one is not (case E5), else
 * each corrected typo would run a command again. Throws `input.invalid` for what GitHub does not send.
 */
export function toEvent(name: string, json: unknown, run: Run): Event | null {
  if (name === 'issue_comment') return actionOf(json) === 'created' ? toComment(json) : null;
  if (name === 'issues') return actionOf(json) === 'labeled' ? toLabel(json) : null;
  if (name === 'schedule') return toWorkflow(run, null);
  if (name !== 'workflow_dispatch') return null;
  return toWorkflow(run, toPerson(parse(dispatchPayload, json, name).sender));
}

function toComment(json: unknown): Event {
  const { issue, comment, sender } = parse(commentPayload, json, 'issue_comment');
  const body = comment.body ?? '';
  return {
    kind: 'comment',
    id: `comment-${comment.id}`,
    subject: { kind: issue.pull_request ? 'pull' : 'issue', number: issue.number },
    comment: { id: comment.id, body, at: comment.updated_at },
    author: comment.user && toPerson(comment.user),
    sender: toPerson(sender),
    ours: markOf(body) !== null,
  };
}

function toLabel(json: unknown): Event {
  const { issue, label, sender } = parse(labelPayload, json, 'issues');
  const { number, updated_at: at } = issue;
  return labelEvent({ number, label: label.name, at, sender: toPerson(sender) });
}

/**
 * That a label was put on an issue. The payload has no number for that: the moment, in seconds, tells one time from another,
 * and a sweep that finds the same label in the issue's history comes to the same id.
 */
export function labelEvent(put: {
  number: number;
  label: string;
  at: string;
  sender: Person;
}): Extract<Event, { kind: 'label' }> {
  const { number, label, at, sender } = put;
  const id = `label-${number}-${Math.floor(Date.parse(at) / 1000)}`;
  return { kind: 'label', id, subject: { kind: 'issue', number }, label, at, sender };
}

const toWorkflow = ({ id, workflow, branch, prompt }: Run, sender: Person | null): Event => ({
  kind: 'workflow',
  id: `run-${id}-${workflow}`,
  workflow,
  branch,
  text: prompt,
  sender,
});

function parse<S extends z.ZodMiniType>(shape: S, json: unknown, name: string): z.infer<S> {
  const parsed = shape.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new OiError(
    'input.invalid',
    `The event does not look like ${name}: ${parsed.error.issues[0]?.path.join('.')}.`,
    'Run the action on the events of GitHub itself.',
    parsed.error,
  );
}

const actionOf = (json: unknown): unknown =>
  typeof json === 'object' && json !== null && 'action' in json ? json.action : null;

const toPerson = ({ login, id, type }: z.infer<typeof account>): Person => ({
  login,
  id,
  kind: type === 'Bot' ? 'bot' : 'user',
});
