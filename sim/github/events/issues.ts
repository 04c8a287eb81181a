import type { Hub } from '../hub/hub.ts';
import type { Account, Issue, Label } from '../hub/records.ts';
import { accountJson } from '../json/account-json.ts';
import { issueJson, labelJson } from '../json/issue-json.ts';
import type { Json } from '../json/urls.ts';

type About = { label?: Label; assignee?: Account; previousBody?: string };

/** What an action is about lies beside the issue: the label, the assignee, what stood there before. */
export const issuePayload = (hub: Hub, action: string, issue: Issue, about: About): Json => ({
  issue: issueJson(hub, issue),
  ...(about.label ? { label: labelJson(hub, issue.repository, about.label) } : {}),
  ...(about.assignee ? { assignee: accountJson(hub, about.assignee) } : {}),
  ...(action === 'edited' ? { changes: { body: { from: about.previousBody ?? '' } } } : {}),
});
