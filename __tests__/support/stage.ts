import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { Issue, IssueComment, PullIssue } from '../../sim/github/hub/records.ts';
import type { Script, Turn } from '../../sim/model/index.ts';
import { turnOf } from '../../sim/model/turn.ts';
import type { ActionResult } from '../../sim/runner/index.ts';
import { openStage, type Stage, type StageOptions } from '../../sim/stage/index.ts';
import { dist } from './dist.ts';

export type Scene = Stage & {
  /** What the model says from now on. */
  play(script: Script): void;
  /** An issue by the stranger, unless said otherwise. */
  issue(over?: { title?: string; body?: string | null; author?: string }): Issue;
  /** The pull requests of the repository, oldest first. */
  pulls(): PullIssue[];
  /** Plain git in the repository, trimmed. */
  git(...args: string[]): Promise<string>;
  /** The requests to GitHub that `work` made, git's among them, as operations in order. */
  operations(work: () => Promise<unknown>): Promise<string[]>;
};

/** What `Scene` is opened with: the model's other options, and what a stage takes. */
type Setting = Partial<Omit<StageOptions, 'dist' | 'model'>> & {
  model?: Partial<Omit<StageOptions['model'], 'script'>>;
};

/**
 * A stage for the built product, closed when the test file has ended. Then no request to GitHub and none to the model may
 * have been one that the real ones refuse.
 */
export async function openScene({ model, ...setting }: Setting = {}): Promise<Scene> {
  let script: Script = [];
  const stage = await openStage({
    dist: await dist(),
    model: { ...model, script: (question) => turnOf(script, question) as Promise<Turn> },
    ...(!setting.files && !setting.folder && { files: { 'a.txt': 'one\n', 'b.txt': 'two\n' } }),
    ...setting,
  });
  const { github, repository } = stage;
  // One token runs more jobs in a minute here than a workflow does in an hour; at the limit each would wait for a minute.
  github.limits.writesPerMinute = 1000;
  after(async () => {
    await stage.close();
    assert.deepEqual(github.violations, [], 'GitHub knows every request and answer');
    assert.deepEqual(stage.model.violations, [], 'a strict provider would take every request');
  });
  return {
    ...stage,
    play: (next) => {
      script = next;
    },
    issue: (over = {}) =>
      github.seed.issue(repository, {
        author: 'sam',
        title: 'One is wrong',
        body: 'It should be two.',
        ...over,
      }),
    pulls: () => [...repository.issues.values()].filter((issue): issue is PullIssue => issue.pull !== null),
    git: async (...args) => (await repository.git.text(args)).trim(),
    async operations(work) {
      const before = github.requests.length;
      await work();
      return github.requests.slice(before).map(({ operation }) => operation ?? 'unknown');
    },
  };
}

/** The model runs these commands, one a turn, and then says that it is done. */
export const commands = (list: readonly string[], words = 'Mend it\n\nDone.'): Turn[] => [
  ...list.map((cmd) => ({ text: 'Next.', calls: [{ name: 'exec_command', args: { cmd } }] })),
  { text: words },
];

/** What our bot wrote under an issue or pull request, oldest first. */
export const answersOn = (issue: Issue): IssueComment[] =>
  issue.comments.filter(({ author }) => author.login === 'github-actions[bot]');

/** The one comment of our bot there, without its hidden mark. */
export function answerOn(issue: Issue): string {
  const answers = answersOn(issue);
  assert.equal(answers.length, 1, `one comment of ours, not ${answers.length}`);
  return (answers[0]?.body ?? '').replace(/^<!-- oi:\S+ -->\n/, '');
}

/** How a run ended, as later steps of a workflow see it. */
export const endOf = ({ outputs, conclusion }: ActionResult): string =>
  `${outputs['outcome']}, ${conclusion}`;
