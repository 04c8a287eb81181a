import { dirname, join } from 'node:path';
import { ours } from './arguments.ts';
import { type Making, openBubblewrap } from './bubblewrap.ts';
import { handsFlags, type OpenedSandbox, type Report, type SandboxOptions } from './options.ts';
import { openPipes } from './pipes.ts';
import { type Plan, pathFolders, planSandbox } from './plan.ts';
import { protectedPaths } from './protect.ts';
import { sandboxOn } from './sandbox.ts';
import { judge, type Probe, probeCommand, unsound } from './self-test.ts';
import { give, pipeNames, type State } from './state.ts';

const selfTestSeconds = 30;

/** The sandbox of Linux: made, tested with the arguments that every command will have, and only then handed out. */
export async function openWalled(
  options: SandboxOptions,
  making: Making,
  selfTest: boolean = true,
): Promise<OpenedSandbox> {
  const plan = planSandbox(options);
  const wall = await openBubblewrap(plan, options.temporary, making);
  const inPlace = options.place.kind === 'in-place';
  const report: { -readonly [Name in keyof Report]: Report[Name] } = {
    lostFromPath: [],
    overlays: overlaysOf(wall.lines, plan),
  };
  const sandbox = sandboxOn(wall, {
    folder: plan.folder,
    hands: [ours.node, ...handsFlags, join(ours.hands, options.hands.script)],
    pipes: openPipes(wall.state.folder, pipeNames, (path) => give([path], plan.owner)),
    report,
    appeared: () => (inPlace ? protectedPaths(plan.folder).filter((name) => !plan.held.includes(name)) : []),
  });
  if (!selfTest) return sandbox;
  try {
    const probe = probeOf(plan, wall.state, options);
    const command = { command: probeCommand(probe), folder: null, seconds: selfTestSeconds };
    const { holes, lostFromPath } = judge(await sandbox.exec(command, new AbortController().signal), probe);
    if (holes.length > 0) throw unsound(holes);
    report.lostFromPath = lostFromPath;
    return sandbox;
  } catch (error) {
    await sandbox.close();
    throw error;
  }
}

function probeOf(plan: Plan, state: State, { env }: SandboxOptions): Probe {
  const temporary = env['RUNNER_TEMP'];
  const runner = temporary ? dirname(dirname(temporary)) : null;
  return {
    plan,
    canary: state.canary,
    hidden: [
      ...['/run/docker.sock', '/var/run/docker.sock', '/sys/kernel', '/root/.ssh'],
      ...[env['GITHUB_EVENT_PATH'], env['GITHUB_ENV'], env['GITHUB_OUTPUT']].filter(
        (path) => path !== undefined,
      ),
      ...(temporary ? [join(temporary, '_runner_file_commands')] : []),
      ...(runner ? ['.credentials', '.runner', '_diag'].map((name) => join(runner, name)) : []),
    ],
    pathFolders: pathFolders(plan),
    held: [
      ...['/', '/usr', '/etc', '/oi', '/proc/sys/kernel/core_pattern'],
      ...plan.held.map((name) => join(plan.folder, name)),
      ...(plan.writable ? [] : [plan.folder]),
    ],
  };
}

/** `overlay 0`, `copy 1`, … as the session's first process printed them. */
function overlaysOf(lines: readonly string[], plan: Plan): Report['overlays'] {
  return plan.overlays.map(({ at }, index) => {
    const as = lines.map((line) => line.split(' ')).find(([, number]) => number === String(index))?.[0];
    return { at, as: as === 'overlay' || as === 'copy' ? as : 'read-only' };
  });
}
