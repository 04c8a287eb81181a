import * as z from 'zod/mini';
import { OiError } from '../../core/errors.ts';
import type { Event, Person } from '../../core/task.ts';
import { markOf } from './mark.ts';

const account = z.object({ login: z.string(), id: z.int(), type: z.string() });

/** What we read of an `issue_comment` payload. Source: https://docs.github.com/webhooks/webhook-events-and-payloads#issue_comment. */
const payload = z.object({
  action: z.string(),
  issue: z.object({ number: z.int(), pull_request: z.optional(z.unknown()) }),
  comment: z.object({
    id: z.int(),
    body: z.nullable(z.string()),
    updated_at: z.string(),
    user: z.nullable(account),
  }),
  sender: account,
});

/**
 * A webhook as an Event, or null when it is none of ours: only new comments are. An edited one is not (case E5), else each
 * corrected typo would run a command again. Throws `input.invalid` for what GitHub does not send.
 */
export function toEvent(name: string, json: unknown): Event | null {
  if (name !== 'issue_comment' || actionOf(json) !== 'created') return null;
  const parsed = payload.safeParse(json);
  if (!parsed.success) {
    throw new OiError(
      'input.invalid',
      `The event does not look like a comment: ${parsed.error.issues[0]?.path.join('.')}.`,
      'Run the action on the issue_comment event of GitHub itself.',
      parsed.error,
    );
  }
  const { issue, comment, sender } = parsed.data;
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

const actionOf = (json: unknown): unknown =>
  typeof json === 'object' && json !== null && 'action' in json ? json.action : null;

const toPerson = ({ login, id, type }: z.infer<typeof account>): Person => ({
  login,
  id,
  kind: type === 'Bot' ? 'bot' : 'user',
});
