import { mayCarryWorkflows } from '../../actions/workflow-guard.ts';
import { deleteRef, isAncestor, isEmpty, listRefs, moveRef, refSha } from '../../git/refs.ts';
import { reads, writes } from '../../hub/access.ts';
import { nodeIdOf } from '../../hub/hub.ts';
import { apiUrl, encodePath, type Json } from '../../json/urls.ts';
import { type Answer, created, noContent, ok, paged } from '../answer.ts';
import { ApiError, emptyRepository, notFound, unprocessable } from '../api-error.ts';
import type { Body, Call, Routes } from '../call.ts';

const needs = writes('write', 'contents');

export const gitRefs: Routes = {
  'git/get-ref': {
    needs: reads('contents'),
    async answer(call) {
      const ref = `refs/${call.parameter('ref')}`;
      const object = await call.repository.git.objects.info(ref);
      if (!object) throw (await isEmpty(call.repository.git)) ? emptyRepository() : notFound();
      return ok(refJson(call, ref, object.sha, object.type));
    },
  },
  'git/list-matching-refs': {
    needs: reads('contents'),
    async answer(call) {
      const refs = await listRefs(call.repository.git, `refs/${call.parameter('ref')}`);
      return paged(call, refs, ({ name, sha, type }) => refJson(call, name, sha, type));
    },
  },
  'git/create-ref': { needs, answer: createRef },
  'git/update-ref': { needs, answer: updateRef },
  'git/delete-ref': {
    needs,
    async answer(call) {
      const ref = `refs/${call.parameter('ref')}`;
      if (!(await refSha(call.repository.git, ref))) throw unprocessable('Reference does not exist');
      if (ref === `refs/heads/${call.repository.defaultBranch}`)
        throw unprocessable('Cannot delete the default branch');
      await deleteRef(call.repository.git, ref);
      return noContent();
    },
  },
};

async function createRef(call: Call): Promise<Answer> {
  const { git } = call.repository;
  const { ref, sha } = call.body as Body<'git', 'createRef'>;
  if (await isEmpty(git)) throw emptyRepository();
  if (!/^refs\/[^/]+\/.+/.test(ref))
    throw unprocessable('Reference name must start with "refs/" and contain at least one more "/".');
  if (ref.startsWith('refs/pull/') || (await git.run(['check-ref-format', ref])).code !== 0)
    throw unprocessable(`${ref} is not a valid ref name.`);
  if (await refSha(git, ref)) throw unprocessable('Reference already exists');
  const object = await mustExist(call, sha);
  await guardWorkflows(call, null, sha);
  const failure = await moveRef(git, ref, sha, null);
  if (failure) throw unprocessable('Reference already exists');
  call.repository.pushedAt = call.hub.clock.now();
  return created(refJson(call, ref, sha, object.type));
}

async function updateRef(call: Call): Promise<Answer> {
  const { git } = call.repository;
  const ref = `refs/${call.parameter('ref')}`;
  const { sha, force } = call.body as Body<'git', 'updateRef'>;
  const from = await refSha(git, ref);
  if (!from) throw unprocessable('Reference does not exist');
  const object = await mustExist(call, sha);
  if (!force && !(await isAncestor(git, from, sha))) throw unprocessable('Update is not a fast forward');
  await guardWorkflows(call, from, sha);
  // Somebody else may have moved it since it was read.
  if (await moveRef(git, ref, sha, from)) throw unprocessable('Update is not a fast forward');
  call.repository.pushedAt = call.hub.clock.now();
  return ok(refJson(call, ref, sha, object.type));
}

async function mustExist(call: Call, sha: string) {
  const object = await call.repository.git.objects.info(sha);
  if (!object || object.sha !== sha) throw unprocessable('Object does not exist');
  return object;
}

export async function guardWorkflows(call: Call, from: string | null, to: string): Promise<void> {
  if (!(await mayCarryWorkflows(call.token, call.repository, from, to)))
    throw new ApiError(403, 'Resource not accessible by integration');
}

const refJson = (call: Call, ref: string, sha: string, type: string): Json => ({
  ref,
  node_id: nodeIdOf('REF', `${call.repository.id}:${ref}`),
  url: `${apiUrl(call.hub, call.repository)}/git/${encodePath(ref)}`,
  object: { sha, type, url: `${apiUrl(call.hub, call.repository)}/git/${type}s/${sha}` },
});
