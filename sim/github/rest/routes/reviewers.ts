import { atLeast, reads, roleOf, writes } from '../../hub/access.ts';
import { fullName } from '../../hub/hub.ts';
import { accountJson } from '../../json/account-json.ts';
import { simplePullJson } from '../../json/pull-json.ts';
import { created, ok } from '../answer.ts';
import { unprocessable } from '../api-error.ts';
import { accountsOf, type Body, pullOf, type Routes } from '../call.ts';

const needs = writes('write', 'pull_requests');

export const reviewers: Routes = {
  'pulls/list-requested-reviewers': {
    needs: reads('pull_requests'),
    async answer(call) {
      const { pull } = await pullOf(call);
      return ok({
        users: pull.requestedReviewers.map((account) => accountJson(call.hub, account)),
        teams: [],
      });
    },
  },
  'pulls/request-reviewers': {
    needs,
    async answer(call) {
      const issue = await pullOf(call);
      const logins = (call.body as Body<'pulls', 'requestReviewers'>).reviewers ?? [];
      const wanted = accountsOf(call, logins);
      if (wanted.includes(issue.author))
        throw unprocessable('Review cannot be requested from pull request author.');
      const strangers = wanted.some((account) => !atLeast(roleOf(call.repository, account), 'triage'));
      if (strangers || wanted.length < logins.length) throw notCollaborator(fullName(call.repository));
      issue.pull.requestedReviewers = [...new Set([...issue.pull.requestedReviewers, ...wanted])];
      return created(await simplePullJson(call.hub, issue));
    },
  },
  'pulls/remove-requested-reviewers': {
    needs,
    async answer(call) {
      const issue = await pullOf(call);
      const leaving = accountsOf(call, (call.body as Body<'pulls', 'removeRequestedReviewers'>).reviewers);
      issue.pull.requestedReviewers = issue.pull.requestedReviewers.filter(
        (account) => !leaving.includes(account),
      );
      return ok(await simplePullJson(call.hub, issue));
    },
  },
};

const notCollaborator = (name: string) =>
  unprocessable(
    `Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a ` +
      `collaborator of the ${name} repository.`,
  );
