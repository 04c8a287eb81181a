import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStage, type Stage } from '../../sim/stage/index.ts';
import { calm } from './calm.ts';
import { cpuMilliseconds } from './process-tree.ts';

/** From an event to the first question that a model is asked. */
export type ActionRun = {
  /** From the start of the main process to the request's arrival. */
  firstMilliseconds: number;
  /** CPU of the whole tree of processes at that moment. */
  firstCpuMilliseconds: number;
  /** Calls to GitHub's API until then; git's are not among them. */
  calls: readonly string[];
  inCalm: boolean;
};

/** From the start to the exit, where a comment is not for us. */
export type IgnoredRun = { milliseconds: number; inCalm: boolean };

export type ActionRuns = {
  floor: readonly ActionRun[];
  product: readonly ActionRun[];
  bare: readonly IgnoredRun[];
  ignored: readonly IgnoredRun[];
};

const files = {
  'README.md': '# Totals\n',
  'package.json': '{"name":"totals","type":"module"}\n',
  'src/totals.js':
    'export const total = (items) => Math.floor(items.reduce((all, { price }) => all + price, 0));\n',
};

/** `dist` holds the built product and the bundled floor. Both are started by the same runner, for the same kind of event. */
export async function actionRuns(dist: string, rounds: number, patience: number): Promise<ActionRuns> {
  const runs = { floor: [], product: [], bare: [], ignored: [] } as {
    [Name in keyof ActionRuns]: ActionRuns[Name][number][];
  };
  let heard = (): void => {};
  const stage = await openStage({
    dist,
    files,
    model: {
      script: ({ turn }) => {
        if (turn === 0) heard();
        return { text: 'Nothing to do\n\nIt is right as it is.' };
      },
    },
  });
  try {
    stage.github.limits.writesPerMinute = 10_000;
    const floor = layFloor(dist);
    const bare = ['-e', '0'];
    const ignored = layIgnored(stage, dist);
    // The simulated GitHub reads its schemas at the first call.
    await toRequest(stage, { dir: floor });
    for (let round = 0; round < rounds; round++) {
      const turns = [
        async () => runs.floor.push(await toRequest(stage, { dir: floor })),
        async () => runs.product.push(await toRequest(stage, {})),
        async () => runs.bare.push(await toExit(bare, ignored.env, patience)),
        async () => runs.ignored.push(await toExit(ignored.argv, ignored.env, patience)),
      ];
      for (const index of turns.keys()) await turns[(round + index) % turns.length]?.();
    }
  } finally {
    await stage.close();
  }
  return runs;

  async function toRequest(stage: Stage, over: { dir?: string }): Promise<ActionRun> {
    const { github, repository } = stage;
    const issue = github.seed.issue(repository, {
      author: 'sam',
      title: 'Totals are cut off',
      body: 'Round them.',
    });
    const before = github.requests.length;
    let began = 0;
    let main = 0;
    let run: Omit<ActionRun, 'inCalm'> | null = null;
    heard = () => {
      const now = performance.now();
      run ??= {
        firstMilliseconds: now - began,
        firstCpuMilliseconds: cpuMilliseconds(main),
        calls: github.requests
          .slice(before)
          .filter(({ channel }) => channel === 'rest' || channel === 'graphql')
          .map(({ operation }) => operation ?? '?'),
      };
    };
    const inCalm = await calm(patience);
    const result = await stage.comment(issue, '/oi fix the totals', 'ann', {
      ...over,
      onProcess(phase, pid) {
        if (phase !== 'main') return;
        began = performance.now();
        main = pid;
      },
    });
    if (!run || result.exitCode !== 0) throw new Error(`A run ended badly:\n${result.raw}`);
    return { ...(run as Omit<ActionRun, 'inCalm'>), inCalm };
  }
}

/** An action of which nothing is different but the main file. */
function layFloor(dist: string): string {
  const folder = join(dist, '../floor-action');
  mkdirSync(folder, { recursive: true });
  const manifest = readFileSync(join(import.meta.dirname, '../../action.yml'), 'utf8');
  writeFileSync(
    join(folder, 'action.yml'),
    manifest.replace('dist/action.js', 'floor-action.js').replace(/^ {2}post.*\n/gm, ''),
  );
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}\n');
  cpSync(join(dist, 'floor-action.js'), join(folder, 'floor-action.js'));
  return folder;
}

function layIgnored({ github, repository }: Stage, dist: string): { argv: string[]; env: NodeJS.ProcessEnv } {
  const issue = github.seed.issue(repository, { author: 'sam', title: 'Hello', body: '' });
  const event = github.events.issueComment('created', github.seed.comment(issue, 'sam', 'Thank you!'));
  const home = join(dist, '..');
  const [payload, output] = [join(home, 'ignored.json'), join(home, 'ignored-output')];
  writeFileSync(payload, JSON.stringify(event.payload));
  writeFileSync(output, '');
  return {
    argv: [join(dist, 'action.js')],
    env: {
      PATH: process.env['PATH'],
      GITHUB_EVENT_NAME: event.name,
      GITHUB_EVENT_PATH: payload,
      GITHUB_OUTPUT: output,
      'INPUT_GITHUB-TOKEN': 'bench',
      INPUT_TRIGGER: '/oi',
      INPUT_LABEL: 'oi',
    },
  };
}

async function toExit(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  patience: number,
): Promise<IgnoredRun> {
  const inCalm = await calm(patience);
  const began = performance.now();
  const child = spawn(process.execPath, argv, { env, stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  const milliseconds = performance.now() - began;
  if (code !== 0) throw new Error(`node ${argv.join(' ')} ended with ${code}.`);
  return { milliseconds, inCalm };
}
