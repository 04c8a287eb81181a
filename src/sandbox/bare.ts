import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cleanEnvironment, homeOf } from './environment.ts';
import { checkFolder } from './folder.ts';
import { killGroup } from './kill.ts';
import { handsFlags, type OpenedSandbox, type SandboxOptions } from './options.ts';
import { openPipes } from './pipes.ts';
import { protectedPaths } from './protect.ts';
import { sandboxOn } from './sandbox.ts';
import type { Wall } from './wall.ts';

/**
 * No wall at all, for who typed `danger-full-access`: commands run as we do, on the machine. They still get a clean
 * environment, because our keys are none of their business, and what they leave in the background dies with them, unless
 * it is in another session.
 */
export async function openBare(options: SandboxOptions): Promise<OpenedSandbox> {
  const home = homeOf(options.env);
  const { path } = checkFolder(options.place.kind === 'copy' ? options.place.source : options.folder, home);
  const state = mkdtempSync(join(options.temporary, 'oi-bare-'));
  const output = join(state, 'output');
  mkdirSync(output);
  const { TMPDIR: _, ...env } = cleanEnvironment(options.env, home, options.env['USER'] ?? 'agent');
  const wall: Wall = {
    prelude: { limits: false, closeDescriptors: true },
    output: { host: output, inside: output },
    spawn([program = '', ...args], { stdin, stdout, stderr }) {
      const errors = stderr === 'wall' ? stdout : 'ignore';
      const how = { stdio: [stdin, stdout, errors], env, cwd: '/', detached: true };
      const child = spawn(program, args, how);
      child.once('exit', () => killGroup(child));
      return child;
    },
    kill: killGroup,
    complaint: () => '',
    close: async () => rmSync(state, { recursive: true, force: true }),
  };
  const before = protectedPaths(path);
  return sandboxOn(wall, {
    folder: path,
    hands: [options.node, ...handsFlags, join(options.hands.root, options.hands.script)],
    pipes: openPipes(state, []),
    report: { lostFromPath: [], overlays: options.overlays.map(({ at }) => ({ at, as: 'absent' })) },
    appeared: () => protectedPaths(path).filter((name) => !before.includes(name)),
  });
}
