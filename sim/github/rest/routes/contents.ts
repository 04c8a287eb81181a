import { commitOnBranch } from '../../actions/commits.ts';
import { branchSha, isEmpty, resolveCommit } from '../../git/refs.ts';
import { readTree, writeBlobs } from '../../git/trees.ts';
import { reads, writes } from '../../hub/access.ts';
import { gitCommitJson } from '../../json/commit-json.ts';
import { apiUrl, encodePath, type Json, webUrl } from '../../json/urls.ts';
import { type Answer, ok, text } from '../answer.ts';
import { ApiError, notFound, unprocessable } from '../api-error.ts';
import { type Body, type Call, type Routes, wants, writerOf } from '../call.ts';
import { wrapBase64 } from './git-objects.ts';

export const contents: Routes = {
  'repos/get-content': { needs: reads('contents'), answer: getContent },
  'repos/create-or-update-file-contents': { needs: writes('write', 'contents'), answer: putContent },
};

async function getContent(call: Call): Promise<Answer> {
  const { git, defaultBranch } = call.repository;
  if (await isEmpty(git)) throw notFound('This repository is empty.');
  const ref = call.query.get('ref') ?? defaultBranch;
  const commit = await resolveCommit(git, ref);
  if (!commit) throw notFound(`No commit found for the ref ${ref}`);
  const path = call.parameter('path').replace(/\/$/, '');
  const object = await git.objects.contents(path === '' ? `${commit}^{tree}` : `${commit}:${path}`);
  if (object?.type === 'tree') {
    const entries = await readTree(git, object.sha, false);
    const folder = path === '' ? '' : `${path}/`;
    return ok(
      entries.map(({ path: name, sha, size, type, mode }) =>
        entryJson(call, ref, folder + name, sha, size ?? 0, kindOf(type, mode)),
      ),
    );
  }
  if (object?.type !== 'blob') throw notFound();
  if (wants(call, 'raw')) return text(object.data, 'raw');
  return ok({
    ...entryJson(call, ref, path, object.sha, object.size, 'file'),
    encoding: 'base64',
    content: wrapBase64(object.data),
  });
}

function kindOf(type: string, mode: string): string {
  if (type === 'tree') return 'dir';
  if (type === 'commit') return 'submodule';
  return mode === '120000' ? 'symlink' : 'file';
}

function entryJson(call: Call, ref: string, path: string, sha: string, size: number, type: string): Json {
  const { hub, repository } = call;
  const self = `${apiUrl(hub, repository)}/contents/${encodePath(path)}?ref=${encodeURIComponent(ref)}`;
  const gitUrl = `${apiUrl(hub, repository)}/git/${type === 'dir' ? 'trees' : 'blobs'}/${sha}`;
  const html = `${webUrl(hub, repository)}/blob/${encodePath(ref)}/${encodePath(path)}`;
  return {
    type,
    size,
    name: path.split('/').at(-1) ?? '',
    path,
    sha,
    url: self,
    git_url: gitUrl,
    html_url: html,
    download_url:
      type === 'file' ? `${webUrl(hub, repository)}/raw/${encodePath(ref)}/${encodePath(path)}` : null,
    _links: { self, git: gitUrl, html },
  };
}

async function putContent(call: Call): Promise<Answer> {
  const { git, defaultBranch } = call.repository;
  const body = call.body as Body<'repos', 'createOrUpdateFileContents'>;
  const branch = body.branch ?? defaultBranch;
  const path = call.parameter('path');
  const parent = await branchSha(git, branch);
  if (!parent) throw notFound(`Branch ${branch} not found`);
  if (
    path.startsWith('.github/workflows/') &&
    call.token?.permissions &&
    call.token.permissions.workflows !== 'write'
  )
    throw new ApiError(403, 'Resource not accessible by integration');
  const current = await git.objects.info(`${parent}:${path}`);
  if (current && !body.sha) throw unprocessable('Invalid request.\n\n"sha" wasn\'t supplied.');
  if (current && current.sha !== body.sha) throw new ApiError(409, `${path} does not match ${body.sha}`);
  const bytes = Buffer.from(body.content, 'base64');
  const [sha = ''] = await writeBlobs(git, [bytes]);
  const commit = await commitOnBranch(call.hub, call.repository, writerOf(call), {
    branch,
    parent,
    changes: [{ path, mode: '100644', sha }],
    message: body.message,
    ...(body.author ? { author: body.author } : {}),
    ...(body.committer ? { committer: body.committer } : {}),
  });
  if (!commit) throw new ApiError(409, `${branch} was moved meanwhile`);
  return {
    status: current ? 200 : 201,
    body: {
      content: entryJson(call, branch, path, sha, bytes.length, 'file'),
      commit: await gitCommitJson(call.hub, call.repository, commit),
    },
  };
}
