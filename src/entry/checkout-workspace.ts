import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Blobs } from '../core/change.ts';
import type { Door } from '../core/door.ts';
import { OiError } from '../core/errors.ts';
import type { Sandbox, SandboxMode } from '../core/sandbox.ts';
import type { Plan } from '../core/task.ts';
import type { Workspace } from '../core/world.ts';
import { openSandbox } from '../sandbox/index.ts';
import { checkout, layTrial } from '../workspace/checkout.ts';
import { installedFolders } from '../workspace/installed-folders.ts';
import { instructingOf } from './instructing.ts';
import type { Job } from './job.ts';
import { checkoutOf, forgetPatch, keep } from './kept.ts';
import { hands } from './parts.ts';
import { reopening } from './reopening.ts';
import type { Environment } from './runner-protocol.ts';

type SetUp = {
  plan: Plan;
  mode: SandboxMode;
  job: Job;
  blobs: Blobs;
  door: Door;
  env: Environment;
  signal: AbortSignal;
};

/** Who the agent is where we are root: nobody that anything on a machine belongs to. */
const agent = { uid: 64_013, gid: 64_013 };

/**
 * A copy of the tree at the planned commit, seen by the agent at the job's own workspace path, because virtual
 * environments and caches hold absolute paths. What earlier steps installed there lies over it and is never written.
 */
export function openCheckoutWorkspace({ plan, mode, job, blobs, door, env, signal }: SetUp): Workspace {
  const { base, trunk, session } = plan;
  if (!base || !trunk) throw new OiError('bug', 'There is no commit to start from.', 'Please report it.');
  const { own, copy } = checkoutOf(job, session);
  mkdirSync(own, { recursive: true, mode: 0o711 });
  forgetPatch(job, session);
  const { connection, workspace: folder } = job;
  const owner = process.getuid?.() === 0 ? agent : null;
  const fetched = instructingOf(plan).then((instructing) =>
    checkout(
      {
        repository: repositoryOf(connection),
        commit: base,
        also: [trunk],
        state: own,
        folder: copy,
        owner,
        blobs,
        instructing,
      },
      signal,
    ),
  );
  // The copy is laid while the model thinks about its first question, which needs what was fetched and no more.
  const laid = fetched.then(async (made) => {
    await made.laid;
    return made;
  });
  const sandboxOn = (source: string): Promise<Sandbox> =>
    laid.then(({ pristine }) =>
      openSandbox({
        mode,
        folder,
        place: { kind: 'copy', source },
        temporary: job.temporary,
        env,
        node: process.execPath,
        hands,
        overlays: installedFolders(folder, source),
        readable: [join(pristine, 'objects')],
        platform: process.platform,
      }),
    );
  const sandbox = reopening(() => sandboxOn(copy));
  sandbox.open();
  const trees = laid.then(({ trees }) => trees);
  // Whoever needs them hears of it; nobody else has to.
  trees.catch(() => {});
  const notes = fetched.then(({ notes }) => notes);
  notes.catch(() => {});
  return {
    folder,
    laidAnew: true,
    trees,
    notes,
    sandbox: sandbox.open,
    read: async (path) => (await fetched).trees.read(trunk, path),
    list: async (path) => (await fetched).trees.entries(trunk, path),
    look: async (path) => {
      const found = await (await fetched).trees.entries(base, path);
      // The copy has a git dir of its own.
      return path === '' ? [...found, { name: '.git', folder: true, file: false }] : found;
    },
    async close(from) {
      await sandbox.close();
      if (!from) return null;
      return keep(await (await laid).trees.changes(from), { job, session, blobs, door });
    },
    trial(change) {
      const place = join(own, 'trial');
      const source = join(place, 'copy');
      const opened = laid
        .then(({ pristine }) =>
          layTrial({ pristine, commit: base, owner, state: place, folder: source, change, blobs }, signal),
        )
        .then(() => sandboxOn(source));
      opened.catch(() => {});
      return {
        sandbox: opened,
        async close() {
          await opened.then((sandbox) => sandbox.close()).catch(() => {});
          await rm(place, { recursive: true, force: true });
        },
      };
    },
  };
}

function repositoryOf({ token, owner, name, urls }: Job['connection']): {
  url: string;
  headers: Record<string, string>;
} {
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
  return { url: `${urls.server}/${owner}/${name}.git`, headers: { authorization: `Basic ${basic}` } };
}
