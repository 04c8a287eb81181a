import { mayConcern } from '../triggers/prefilter.ts';

/** `for-us`: worth loading the rest. The other two carry one sentence for the log. */
export type Concern = { kind: 'for-us' } | { kind: 'ignored' | 'refused'; why: string };

/**
 * Whether an event may be for us, told from its name and its body alone: no import, no call. Another event than a new
 * comment is no error (case E5), because a workflow may listen to more than we do. `event` reads the payload: untrusted.
 */
export function concern(name: string, trigger: string, event: () => unknown): Concern {
  if (name === 'pull_request_target') {
    return {
      kind: 'refused',
      why: 'On pull_request_target a stranger’s code would meet your secrets; run the action on issue_comment instead.',
    };
  }
  if (name !== 'issue_comment') return ignored(`the event is ${name || 'unnamed'}, not a new comment`);
  const { action, comment } = event() as { action?: unknown; comment?: { body?: unknown } };
  if (action !== 'created') return ignored(`the comment was ${action}, and only new ones count`);
  if (typeof comment?.body !== 'string' || !mayConcern(comment.body, trigger))
    return ignored(`no line of the comment begins with ${trigger}`);
  return { kind: 'for-us' };
}

const ignored = (why: string): Concern => ({ kind: 'ignored', why: `Not for us: ${why}.` });
