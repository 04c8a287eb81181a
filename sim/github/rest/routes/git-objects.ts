import { apiCommit } from '../../actions/commits.ts';
import { isEmpty, isSha } from '../../git/refs.ts';
import { writeBlobs } from '../../git/trees.ts';
import { reads, writes } from '../../hub/access.ts';
import { nodeIdOf } from '../../hub/hub.ts';
import { gitCommitJson } from '../../json/commit-json.ts';
import { apiUrl } from '../../json/urls.ts';
import { type Answer, created, ok, text } from '../answer.ts';
import { emptyRepository, notFound, unprocessable } from '../api-error.ts';
import { type Body, type Call, type Routes, wants, writerOf } from '../call.ts';

export const gitObjects: Routes = {
  'git/create-blob': {
    needs: writes('write', 'contents'),
    async answer(call) {
      const { git } = call.repository;
      const { content, encoding } = call.body as Body<'git', 'createBlob'>;
      if (await isEmpty(git)) throw emptyRepository();
      const bytes = Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8');
      const [sha] = await writeBlobs(git, [bytes]);
      return created({ sha, url: `${apiUrl(call.hub, call.repository)}/git/blobs/${sha}` });
    },
  },
  'git/get-blob': { needs: reads('contents'), answer: getBlob },
  'git/create-commit': { needs: writes('write', 'contents'), answer: createCommit },
  'git/get-commit': {
    needs: reads('contents'),
    async answer(call) {
      const sha = call.parameter('commit_sha');
      const object = isSha(sha) ? await call.repository.git.objects.info(sha) : null;
      if (object?.type !== 'commit') throw notFound();
      return ok(await gitCommitJson(call.hub, call.repository, sha));
    },
  },
};

async function getBlob(call: Call): Promise<Answer> {
  const sha = call.parameter('file_sha');
  const object = isSha(sha) ? await call.repository.git.objects.contents(sha) : null;
  if (object?.type !== 'blob') throw notFound();
  if (wants(call, 'raw')) return text(object.data, 'raw');
  return ok({
    sha,
    node_id: nodeIdOf('B', sha),
    size: object.size,
    url: `${apiUrl(call.hub, call.repository)}/git/blobs/${sha}`,
    content: wrapBase64(object.data),
    encoding: 'base64',
  });
}

/** GitHub breaks base64 into lines of sixty characters. */
export const wrapBase64 = (bytes: Buffer): string => bytes.toString('base64').replace(/.{60}/g, '$&\n');

async function createCommit(call: Call): Promise<Answer> {
  const { git } = call.repository;
  const body = call.body as Body<'git', 'createCommit'>;
  const parents = body.parents ?? [];
  if (await isEmpty(git)) throw emptyRepository();
  if ((await git.objects.info(body.tree))?.type !== 'tree') throw unprocessable('Tree SHA does not exist');
  for (const parent of parents)
    if ((await git.objects.info(parent))?.type !== 'commit')
      throw unprocessable('Parent SHA does not exist or is not a commit object');
  const sha = await apiCommit(call.hub, call.repository, writerOf(call), {
    tree: body.tree,
    parents,
    message: body.message,
    ...(body.author ? { author: body.author } : {}),
    ...(body.committer ? { committer: body.committer } : {}),
  });
  return created(await gitCommitJson(call.hub, call.repository, sha));
}
