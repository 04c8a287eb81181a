import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tooMany, wrongKey } from '../../sim/model/faults.ts';
import type { Fault } from '../../sim/model/index.ts';
import { openStage, type Stage } from '../../sim/stage/index.ts';
import type { Entry } from '../../src/core/session.ts';
import { asCode } from '../../src/publish/words.ts';
import { neutral } from '../../src/text/neutral.ts';
import { tracking } from '../../src/views/tracking.ts';
import { planner } from './script.ts';

/** What people see of a run, as the product wrote it: Markdown, and the log that the transcript is made of. */
export type Seen = {
  working: string;
  done: string;
  failed: string;
  pull: { title: string; number: number; body: string };
  summary: string;
  log: Entry[];
};

/** Two runs of the built action on simulated services: one that mends a bug, one whose key is refused on the way. */
export async function seenInFlow(dist: string): Promise<Seen> {
  const faults: (Fault | null)[] = [null, tooMany('1')];
  const folder = join(import.meta.dirname, '../../sim/demo/totals');
  const stage = await openStage({ dist, model: { script: planner, faults }, folder });
  try {
    const run = await ask(stage);
    const log = logOf(run.session);
    const pull = stage.repository.issues.get(Number(run.outputs['pull-number']));
    if (!pull) throw new Error(`There is no pull request:\n${run.log}`);
    faults[stage.model.requests.length + 2] = wrongKey();
    const failing = await ask(stage);
    const written: Seen = {
      working: working(log),
      done: run.answer,
      failed: failing.answer,
      pull: { title: pull.title, number: pull.number, body: pull.body ?? '' },
      summary: run.summary,
      log,
    };
    // The addresses of the simulated services are others each time.
    const json = JSON.stringify(written)
      .replaceAll(stage.github.webUrl, 'https://github.com')
      .replaceAll(stage.model.baseUrl, 'https://api.deepseek.com');
    return JSON.parse(json) as Seen;
  } finally {
    await stage.close();
  }
}

/** A stranger's issue, the owner's comment on it, and our answer when the run has ended. */
async function ask(stage: Stage) {
  const issue = stage.github.seed.issue(stage.repository, {
    author: 'sam',
    title: 'Tax is off by a cent',
    body: 'An item of 9.99 with 19 % tax comes to 11.88 instead of 11.89.',
  });
  // The script speaks this one's tools.
  const inputs = { model: 'deepseek/deepseek-v4-flash', harness: 'native' };
  const run = await stage.comment(issue, '/oi fix the rounding in totals', 'ann', { inputs });
  return { ...run, answer: issue.comments.at(-1)?.body ?? '', session: run.outputs['session-path'] ?? '' };
}

const logOf = (session: string): Entry[] =>
  readFileSync(join(session, 'log.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => anywhere(JSON.parse(line) as Entry));

/** Whose machine took the pictures is of no interest. */
const anywhere = (entry: Entry): Entry =>
  entry.type === 'environment.seen'
    ? { ...entry, release: '6.8.0', folder: '/home/runner/work/shop/shop' }
    : entry;

/** The comment as it was when the last call was running: in so short a run it is not edited that often. */
function working(log: readonly Entry[]): string {
  const end = log.findLastIndex(({ type }) => type === 'tool.called');
  return tracking(
    log.slice(0, end + 1),
    { runUrl: 'https://github.com/ann/shop/actions/runs/1001' },
    { words: neutral, code: asCode },
  );
}
