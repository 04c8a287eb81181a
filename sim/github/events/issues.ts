import type { Hub } from '../hub/hub.ts';
import type { Account, Issue, Label, LabelEvent } from '../hub/records.ts';
import { accountJson } from '../json/account-json.ts';
import { issueJson, labelJson } from '../json/issue-json.ts';
import type { Json } from '../json/urls.ts';

type About = { label?: Label; assignee?: Account; previousBody?: string; sender?: Account };

/** What an action is about lies beside the issue: the label, the assignee, what stood there before. */
export const issuePayload = (hub: Hub, action: string, issue: Issue, about: About): Json => ({
  issue: {
    ...issueJson(hub, issue),
    updated_at: labelEventOf(action, issue, about)?.createdAt ?? issue.updatedAt,
  },
  ...(about.label ? { label: labelJson(hub, issue.repository, about.label) } : {}),
  ...(about.assignee ? { assignee: accountJson(hub, about.assignee) } : {}),
  ...(action === 'edited' ? { changes: { body: { from: about.previousBody ?? '' } } } : {}),
});

/** The newest one that the action tells of; undefined where the action is not about a label. */
export function labelEventOf(action: string, issue: Issue, { label, sender }: About): LabelEvent | undefined {
  if (action !== 'labeled' && action !== 'unlabeled') return undefined;
  const event = issue.labelHistory.findLast(
    ({ kind, ...found }) => kind === action && found.label === label && (!sender || found.actor === sender),
  );
  if (event) return event;
  throw new Error(
    `${sender?.login ?? 'nobody'} ${action} #${issue.number} with ${label?.name}: see seed.label`,
  );
}
