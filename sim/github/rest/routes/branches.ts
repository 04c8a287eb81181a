import { branchSha, listRefs } from '../../git/refs.ts';
import { reads } from '../../hub/access.ts';
import { commitJson } from '../../json/commit-json.ts';
import { apiUrl, encodePath, webUrl } from '../../json/urls.ts';
import { ok, paged } from '../answer.ts';
import { notFound } from '../api-error.ts';
import type { Routes } from '../call.ts';

/** Branch protection is not built: no branch is protected. */
export const branches: Routes = {
  'repos/list-branches': {
    needs: reads('contents'),
    async answer(call) {
      const refs = await listRefs(call.repository.git, 'refs/heads/');
      const url = `${apiUrl(call.hub, call.repository)}/commits`;
      return paged(call, refs, ({ name, sha }) => ({
        name: name.slice('refs/heads/'.length),
        commit: { sha, url: `${url}/${sha}` },
        protected: false,
      }));
    },
  },
  'repos/get-branch': {
    needs: reads('contents'),
    async answer(call) {
      const { hub, repository } = call;
      const name = call.parameter('branch');
      const sha = await branchSha(repository.git, name);
      if (!sha) throw notFound('Branch not found');
      const self = `${apiUrl(hub, repository)}/branches/${encodePath(name)}`;
      return ok({
        name,
        commit: await commitJson(hub, repository, sha),
        _links: { self, html: `${webUrl(hub, repository)}/tree/${encodePath(name)}` },
        protected: false,
        protection: {
          enabled: false,
          required_status_checks: { enforcement_level: 'off', contexts: [], checks: [] },
        },
        protection_url: `${self}/protection`,
      });
    },
  },
};
