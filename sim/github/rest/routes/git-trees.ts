import { isEmpty, isSha, resolveCommit } from '../../git/refs.ts';
import { composeTree, readTree, type TreeChange, writeBlobs } from '../../git/trees.ts';
import { reads, writes } from '../../hub/access.ts';
import { apiUrl, type Json } from '../../json/urls.ts';
import { type Answer, created, ok } from '../answer.ts';
import { emptyRepository, notFound, unprocessable } from '../api-error.ts';
import type { Body, Call, Routes } from '../call.ts';

type WantedEntry = Body<'git', 'createTree'>['tree'][number];

/** A listing of more entries is cut and says `truncated`. */
const listedEntries = 100_000;

export const gitTrees: Routes = {
  'git/get-tree': {
    needs: reads('contents'),
    async answer(call) {
      const { git } = call.repository;
      const name = call.parameter('tree_sha');
      const found = (isSha(name) && (await git.objects.info(name))?.type === 'tree' && name) || null;
      const commit = found ? null : await resolveCommit(git, name);
      const tree = found ?? (commit && ((await git.objects.info(`${commit}^{tree}`))?.sha ?? null));
      if (!tree) throw (await isEmpty(git)) ? emptyRepository() : notFound();
      return ok(await treeJson(call, tree, call.query.has('recursive')));
    },
  },
  'git/create-tree': { needs: writes('write', 'contents'), answer: createTree },
};

async function createTree(call: Call): Promise<Answer> {
  const { git } = call.repository;
  const { tree: entries, base_tree: baseName } = call.body as Body<'git', 'createTree'>;
  if (await isEmpty(git)) throw emptyRepository();
  const base = baseName ? ((await git.objects.info(`${baseName}^{tree}`))?.sha ?? null) : null;
  if (baseName && !base) throw unprocessable('base_tree is not a valid tree oid');
  if (entries.length === 0) throw unprocessable('Invalid tree info');
  for (const entry of entries) await checkEntry(call, base, entry);
  const written = await writeContents(call, entries);
  const changes = entries.map(
    (entry): TreeChange => ({
      path: entry.path ?? '',
      mode: entry.mode ?? '100644',
      sha: written.get(entry) ?? entry.sha ?? null,
    }),
  );
  return created(await treeJson(call, await composeTree(git, base, changes), false));
}

async function writeContents(call: Call, entries: WantedEntry[]): Promise<Map<WantedEntry, string>> {
  const inline = entries.filter((entry) => entry.content !== undefined);
  const shas = await writeBlobs(
    call.repository.git,
    inline.map((entry) => Buffer.from(entry.content ?? '')),
  );
  return new Map(inline.map((entry, index) => [entry, shas[index] ?? '']));
}

const typeOfMode: Record<string, string> = { '040000': 'tree', '160000': 'commit' };

async function checkEntry(call: Call, base: string | null, entry: WantedEntry): Promise<void> {
  const { git } = call.repository;
  const path = entry.path ?? '';
  if (path.startsWith('/')) throw unprocessable('tree.path cannot start with a slash');
  if (path.split('/').some((part) => part === '' || part === '.' || part === '..' || /^\.git$/i.test(part)))
    throw unprocessable('tree.path contains a malformed path component');
  if ((entry.sha === undefined) === (entry.content === undefined))
    throw unprocessable(
      'Must supply either tree.sha or tree.content.  Request will be rejected if both are present.',
    );
  if (entry.content !== undefined) return;
  if (entry.sha === null || entry.sha === undefined) {
    if (!base || !(await git.objects.info(`${base}:${path}`))) throw unprocessable('GitRPC::BadObjectState');
    return;
  }
  const type = typeOfMode[entry.mode ?? ''] ?? 'blob';
  // A submodule's commit lives elsewhere.
  if (type !== 'commit' && (await git.objects.info(entry.sha))?.type !== type)
    throw unprocessable(`tree.sha ${entry.sha} is not a valid ${type}`);
}

async function treeJson(call: Call, tree: string, recursive: boolean): Promise<Json> {
  const url = `${apiUrl(call.hub, call.repository)}/git`;
  const entries = await readTree(call.repository.git, tree, recursive);
  return {
    sha: tree,
    url: `${url}/trees/${tree}`,
    tree: entries.slice(0, listedEntries).map(({ path, mode, type, sha, size }) => ({
      path,
      mode,
      type,
      sha,
      ...(size === null ? {} : { size }),
      ...(type === 'commit' ? {} : { url: `${url}/${type}s/${sha}` }),
    })),
    truncated: entries.length > listedEntries,
  };
}
