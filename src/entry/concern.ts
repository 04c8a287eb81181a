import { mayConcern } from '../triggers/prefilter.ts';

/** `for-us`: worth loading the rest. The other two carry one sentence for the log. */
export type Concern = { kind: 'for-us' } | { kind: 'ignored' | 'refused'; why: string };
type Names = { trigger: string; label: string };

/**
 * Whether an event may be for us, told from its name and a word or two of its payload: no import, no call. Another event
 * than ours is no error (case E5), because a workflow may listen to more than we do. `event` reads the payload: untrusted.
 */
export function concern(name: string, names: Names, event: () => unknown): Concern {
  switch (name) {
    case 'issue_comment':
      return commented(event() as Commented, names);
    case 'issues':
      return labelled(event() as Labelled, names);
    case 'schedule':
    case 'workflow_dispatch':
      return { kind: 'for-us' };
    case 'pull_request_target':
      return {
        kind: 'refused',
        why: 'On pull_request_target a stranger’s code would meet your secrets; run the action on issue_comment instead.',
      };
    default:
      return ignored(`the event is ${name || 'unnamed'}, and that starts nothing`);
  }
}

type Commented = { action?: unknown; comment?: { body?: unknown } };
function commented({ action, comment }: Commented, { trigger }: Names): Concern {
  if (action !== 'created') return ignored(`the comment was ${action}, and only new ones count`);
  if (typeof comment?.body === 'string' && mayConcern(comment.body, trigger)) return { kind: 'for-us' };
  return ignored(`no line of the comment begins with ${trigger}`);
}

type Labelled = { action?: unknown; label?: { name?: unknown } };
function labelled({ action, label: put }: Labelled, { label }: Names): Concern {
  if (action !== 'labeled') return ignored(`the issue was ${action}, and only a label counts`);
  if (put?.name === label) return { kind: 'for-us' };
  return ignored(`the label is not \`${label}\``);
}

const ignored = (why: string): Concern => ({ kind: 'ignored', why: `Not for us: ${why}.` });
