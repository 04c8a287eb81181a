import { reads, roleOf, writes } from '../../hub/access.ts';
import { findAccount } from '../../hub/hub.ts';
import { accountJson } from '../../json/account-json.ts';
import { fullRepositoryJson, permissionsJson } from '../../json/repository-json.ts';
import { ok } from '../answer.ts';
import { notFound } from '../api-error.ts';
import type { Routes } from '../call.ts';

/** The four old levels that `permission` can say; `role_name` says the role itself. */
const oldLevel: Record<string, string> = { triage: 'read', maintain: 'write' };

export const repositories: Routes = {
  'repos/get': {
    needs: reads('metadata'),
    answer: (call) => ok(fullRepositoryJson(call.hub, call.repository, call.token?.account ?? null)),
  },
  'repos/get-collaborator-permission-level': {
    // A token always has `metadata: read`; a person must be able to push.
    needs: { ...writes('write', 'metadata'), level: 'read' },
    answer(call) {
      const login = call.parameter('username');
      const account = findAccount(call.hub, login);
      if (!account || account.deleted || account.type !== 'User') throw notFound(`${login} is not a user`);
      const role = roleOf(call.repository, account);
      return ok({
        permission: oldLevel[role] ?? role,
        role_name: role,
        user: {
          ...accountJson(call.hub, account),
          permissions: permissionsJson(call.repository, account),
          role_name: role,
        },
      });
    },
  },
};
