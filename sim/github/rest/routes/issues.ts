import { createIssue, editBody, setState } from '../../actions/issues.ts';
import { ensureLabel, setLabels } from '../../actions/labels.ts';
import { atLeast, type Need, reads, roleOf, writes } from '../../hub/access.ts';
import type { Issue, Label, Permission, Role } from '../../hub/records.ts';
import { issueJson } from '../../json/issue-json.ts';
import { created, ok, paged } from '../answer.ts';
import { accountsOf, type Body, type Call, issueOf, type Routes, writerOf } from '../call.ts';
import { checkBody, checkTitle, mayChange } from '../texts.ts';

/** A pull request is an issue too, and its own permission opens the same doors. */
export function subjectNeed(issue: Issue, level: 'read' | 'write', role: Role = 'read'): Need {
  const anyOf: Permission[] = issue.pull ? ['issues', 'pull_requests'] : ['issues'];
  return level === 'write' ? writes(role, ...anyOf) : reads(...anyOf);
}

export const issues: Routes = {
  'issues/list-for-repo': {
    needs: reads('issues'),
    answer: (call) => paged(call, listIssues(call), (issue) => issueJson(call.hub, issue)),
  },
  'issues/get': {
    needs: (call) => subjectNeed(issueOf(call), 'read'),
    answer: (call) => ok(issueJson(call.hub, issueOf(call))),
  },
  'issues/create': {
    needs: writes('read', 'issues'),
    answer(call) {
      const body = call.body as Body<'issues', 'create'>;
      const title = String(body.title);
      checkTitle(call, 'Issue', title);
      checkBody(call, 'Issue', body.body);
      const issue = createIssue(call.hub, call.repository, writerOf(call), {
        title,
        body: body.body ?? null,
        ...mayTriage(call, {
          labels: labelNames(body.labels),
          assignees: accountsOf(call, body.assignees ?? []),
        }),
      });
      return created(issueJson(call.hub, issue));
    },
  },
  'issues/update': {
    needs: (call) => subjectNeed(issueOf(call), 'write'),
    answer(call) {
      const issue = issueOf(call);
      mayChange(call, issue);
      updateIssue(call, issue, call.body as Body<'issues', 'update'>);
      return ok(issueJson(call.hub, issue));
    },
  },
};

function updateIssue(call: Call, issue: Issue, body: Body<'issues', 'update'>): void {
  const title = body.title === undefined || body.title === null ? undefined : String(body.title);
  checkTitle(call, 'Issue', title);
  checkBody(call, 'Issue', body.body);
  if (title !== undefined) issue.title = title;
  if (body.body !== undefined) editBody(call.hub, issue, body.body);
  const { author } = writerOf(call);
  const { labels, assignees } = mayTriage(call, { labels: body.labels, assignees: body.assignees });
  if (labels) setLabels(call.hub, issue, author, namedLabels(call, labels));
  if (assignees) issue.assignees = accountsOf(call, assignees);
  if (body.state) setState(call.hub, issue, author, body.state as Issue['state'], body.state_reason);
  issue.updatedAt = call.hub.clock.now();
}

/** From people who may only read, labels and assignees are dropped without a word. */
function mayTriage<Wanted extends object>(call: Call, wanted: Wanted): Partial<Wanted> {
  const { author, app } = writerOf(call);
  return app || atLeast(roleOf(call.repository, author), 'triage') ? wanted : {};
}

type NamedLabels = readonly (string | { name?: string | null })[] | undefined;

export const namedLabels = (call: Call, labels: NamedLabels): Label[] =>
  labelNames(labels).map((name) => ensureLabel(call.hub, call.repository, name));

function labelNames(labels: NamedLabels): string[] {
  return (labels ?? [])
    .map((label) => (typeof label === 'string' ? label : (label.name ?? '')))
    .filter(Boolean);
}

function listIssues(call: Call): Issue[] {
  const { query } = call;
  const state = query.get('state') ?? 'open';
  const labels = (query.get('labels') ?? '').split(',').filter(Boolean);
  const creator = query.get('creator');
  const since = query.get('since');
  const found = [...call.repository.issues.values()].filter(
    (issue) =>
      (state === 'all' || issue.state === state) &&
      labels.every((name) => issue.labels.some((label) => label.name.toLowerCase() === name.toLowerCase())) &&
      (creator === null || issue.author.login === creator) &&
      (since === null || issue.updatedAt >= since),
  );
  const key = query.get('sort') === 'updated' ? 'updatedAt' : 'createdAt';
  const order = query.get('direction') === 'asc' ? 1 : -1;
  return found.sort(
    (one, other) => order * (one[key].localeCompare(other[key]) || one.number - other.number),
  );
}
