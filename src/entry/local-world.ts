import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Progress, World } from '../core/world.ts';
import { openBlobs } from '../session/blobs.ts';
import { openSessionFile } from '../session/file.ts';
import { liveSecrets } from '../text/secrets.ts';
import { here } from './here.ts';
import { openInPlaceWorkspace } from './in-place-workspace.ts';
import { harnessOf, modelOf, secretsIn } from './parts.ts';
import { sessionFolder } from './sessions.ts';
import { tools } from './tools.ts';

export type LocalSetUp = {
  folder: string;
  session: string;
  baseUrl: string | null;
  env: Readonly<Record<string, string | undefined>>;
  watch: Progress;
};

/** The world of `oi exec`: a folder of this machine and no forge. */
export function openLocalWorld(at: LocalSetUp): { world: World; close(): Promise<void> } {
  const { env, folder } = at;
  const state = sessionFolder(env, at.session);
  const live = liveSecrets(secretsIn(env));
  const around = here();
  const blobs = openBlobs(join(state, 'blobs'), live.in);
  const closing: (() => Promise<void> | void)[] = [];
  const world: World = {
    ...around,
    ...harnessOf(blobs, at.baseUrl),
    model: modelOf({ baseUrl: at.baseUrl, env }),
    tools,
    blobs,
    workspace(_plan, mode) {
      mkdirSync(state, { recursive: true, mode: 0o700 });
      const workspace = openInPlaceWorkspace({ folder, state, blobs, env, mode });
      closing.push(async () => void (await workspace.close(null)));
      return workspace;
    },
    async session(id) {
      const file = openSessionFile(state, id, { now: around.clock.now, hide: live.hide });
      closing.push(file.close);
      return file.session;
    },
    announce: async () => at.watch,
  };
  return {
    world,
    async close() {
      for (const close of closing.reverse()) await close();
    },
  };
}
