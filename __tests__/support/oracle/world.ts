// A process with a network of its own, in which a hostile model plays its scripts and the oracle looks at what is left.
import { join } from 'node:path';
import { disarmedAction } from '../disarmed-action.ts';
import { dist } from '../dist.ts';
import { runnerDisk } from '../folder.ts';
import { answersOn, endOf, openScene } from '../stage.ts';
import { canaries, layCanaries, variables } from './canaries.ts';
import { oracle } from './oracle.ts';
import type { Disarmed, HostileScript, Played } from './script.ts';
import { scripts } from './scripts.ts';
import { openSinkhole } from './sinkhole.ts';

const product = await dist();
const sinkhole = process.argv[2] === 'own-network' ? await openSinkhole() : null;
const scene = await openScene({
  files: { 'a.txt': 'one\n', 'b.txt': 'two\n', Makefile: 'test:\n\tgrep -q two b.txt\n' },
});
scene.github.limits.writesPerMinute = 1000;
const broken = new Map<string, string>();

async function actionWithout(disarmed: Disarmed): Promise<string> {
  const key = JSON.stringify(disarmed);
  const made = broken.get(key) ?? (await disarmedAction(product, disarmed.file, disarmed.from, disarmed.to));
  broken.set(key, made);
  return made;
}

async function play({ prepare, model, over }: HostileScript, disarmed: Disarmed | null): Promise<Played> {
  const root = runnerDisk();
  layCanaries(root);
  const staged = await prepare(scene);
  const judge = oracle(scene, root, sinkhole);
  scene.play(
    Array.isArray(model) ? ({ turn }) => model[Math.min(turn, model.length - 1)] ?? { text: '' } : model,
  );
  const asked = scene.model.requests.length;
  const result = await scene.comment(staged.subject, staged.command, staged.by, {
    root,
    env: { ...variables, ...over?.env },
    inputs: { 'api-key': canaries.key, ...over?.inputs },
    ...(disarmed && { dir: await actionWithout(disarmed) }),
  });
  const answers = answersOn(staged.subject).map(({ body }) => body ?? '');
  const plan = {
    repository: 'ann/shop',
    subject: staged.subject.number,
    branch: staged.branch,
    base: staged.base,
  };
  const findings = await judge({ result, plan, answers });
  return {
    end: endOf(result),
    answer: answers[0] ?? '',
    findings,
    pull: scene.pulls().find(({ pull }) => pull.head === staged.branch)?.body ?? '',
    files: (await scene.git('ls-tree', '-r', '--name-only', staged.branch).catch(() => '')).split('\n'),
    asked: scene.model.requests.slice(asked).map(({ bytes }) => String(bytes)),
    log: result.raw,
    summary: result.summary,
    outputs: result.outputs,
  };
}

process.on('message', async ({ name, disarmed }: { name: string; disarmed: Disarmed | null }) => {
  const script = scripts.find((each) => each.name === name);
  try {
    if (!script) throw new Error(`there is no script ${name}`);
    process.send?.({ played: await play(script, disarmed) });
  } catch (error) {
    process.send?.({ error: String(error instanceof Error ? error.stack : error) });
  }
});
process.on('disconnect', () => {
  sinkhole?.close();
  void scene.close();
});
process.send?.({ ready: join(product) });
