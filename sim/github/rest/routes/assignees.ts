import { atLeast, reads, roleOf, writes } from '../../hub/access.ts';
import type { Account } from '../../hub/records.ts';
import { issueJson } from '../../json/issue-json.ts';
import { created, noContent, ok } from '../answer.ts';
import { notFound } from '../api-error.ts';
import { accountsOf, type Body, type Call, issueOf, type Routes } from '../call.ts';

const needs = writes('write', 'issues', 'pull_requests');

export const assignees: Routes = {
  'issues/check-user-can-be-assigned': {
    needs: reads('metadata'),
    answer(call) {
      if (assignable(call, [call.parameter('assignee')]).length === 0) throw notFound();
      return noContent();
    },
  },
  'issues/add-assignees': {
    needs,
    answer(call) {
      const issue = issueOf(call);
      const { assignees: logins } = call.body as Body<'issues', 'addAssignees'>;
      issue.assignees = [...new Set([...issue.assignees, ...assignable(call, logins ?? [])])];
      return created(issueJson(call.hub, issue));
    },
  },
  'issues/remove-assignees': {
    needs,
    answer(call) {
      const issue = issueOf(call);
      const { assignees: logins } = call.body as Body<'issues', 'removeAssignees'>;
      const leaving = accountsOf(call, logins ?? []);
      issue.assignees = issue.assignees.filter((account) => !leaving.includes(account));
      return ok(issueJson(call.hub, issue));
    },
  },
};

/** Others are left out without a word. */
const assignable = (call: Call, logins: readonly string[]): Account[] =>
  accountsOf(call, logins).filter((account) => atLeast(roleOf(call.repository, account), 'triage'));
