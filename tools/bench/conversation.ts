import type { Script, Turn } from '../../sim/model/index.ts';

/**
 * What a turn does. `true` is the least command there is, `look` one that an agent reads with, `wait` takes 40 ms by
 * itself, `edit` changes a file by a patch; the last turn of a conversation is `said`.
 */
export type Kind = 'true' | 'look' | 'wait' | 'edit' | 'said';
export type Step = { kind: Kind; turn: Turn };

export const prompt = 'Round the totals to the nearest cent, and check it.';
const said: Step = {
  kind: 'said',
  turn: { text: 'Round totals\n\nTotals are rounded to the nearest cent.' },
};

const run = (kind: Kind, cmd: string): Step => ({
  kind,
  turn: { text: 'I will look.', calls: [{ name: 'exec_command', args: { cmd } }] },
});
const edit = (before: string, after: string): Step => ({
  kind: 'edit',
  turn: {
    text: 'I will change it.',
    calls: [{ name: 'apply_patch', args: { input: patch(before, after) } }],
  },
});
const patch = (before: string, after: string): string =>
  [
    '*** Begin Patch',
    '*** Update File: src/totals.js',
    '@@',
    ' export function total(items) {',
    '   const sum = items.reduce((all, { price }) => all + price, 0);',
    `-  return Math.${before}(sum * 100) / 100;`,
    `+  return Math.${after}(sum * 100) / 100;`,
    ' }',
    '*** End Patch',
  ].join('\n');

const there = edit('floor', 'round');
const back = edit('round', 'floor');
const nap = run('wait', 'sleep 0.04');
const nothing = run('true', 'true');

/** Twenty turns as agents take them. The edits cancel each other out: every run finds the same folder. */
const turns = (history: Step, diff: Step, status: Step): readonly Step[] => [
  history,
  run('look', 'cat README.md'),
  run('look', 'grep -n "export function" src/totals.js'),
  nothing,
  there,
  nap,
  diff,
  back,
  nothing,
  nap,
  run('look', 'sed -n 1,40p src/totals.js'),
  there,
  nothing,
  nap,
  status,
  back,
  run('look', 'head -c 4000 src/data.js'),
  nap,
  nothing,
  said,
];
export const task = turns(
  run('look', 'ls -la && git log --oneline -5'),
  run('look', 'git diff'),
  run('look', 'git status --short'),
);
/** The same with no command that looks at every file by itself: what grows with the repository is then ours. */
export const plainTask = turns(
  run('look', 'ls -la'),
  run('look', 'tail -n 5 src/totals.js'),
  run('look', 'wc -l src/data.js'),
);

/** One command that prints 50 MB. */
export const flood: readonly Step[] = [run('look', 'yes 0123456789abcdef | head -c 50000000'), said];

/** The same twenty turns for a harness that has a shell and nothing else; here only its first request counts. */
export const shellOnly: readonly Step[] = [
  {
    kind: 'said',
    turn: {
      calls: [{ name: 'bash', args: { command: 'echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT; echo Done' } }],
    },
  },
];

export const scriptOf =
  (steps: readonly Step[], heard: (turn: number) => void): Script =>
  ({ turn }) => {
    heard(turn);
    const step = steps[turn];
    if (!step) throw new Error(`The conversation has no turn ${turn}.`);
    return step.turn;
  };
