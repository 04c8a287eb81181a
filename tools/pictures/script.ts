import { mender } from '../../sim/demo/mender.ts';
import type { Question, Turn } from '../../sim/model/index.ts';

const steps = ['Run the tests', 'Find the line', 'Round to the nearest cent', 'Run the tests again'];

/** The demo's model with a plan and a patch, so that each part of a page has something to show. */
export function planner(question: Question): Turn {
  const { turn } = question;
  if (turn === 2) return { ...thought, text: 'I will round instead.', calls: [plan(turn), edit] };
  const said = mender(question);
  if (!said.calls) return said;
  return { ...said, calls: [plan(turn), ...said.calls] };
}

const thought = {
  thinking:
    'Math.floor drops every fraction of a cent. Cents are whole numbers, so Math.round is what an invoice needs. ' +
    'The other test has no tax, and will not notice.',
};

const plan = (turn: number) => ({
  name: 'update_plan',
  args: {
    plan: steps.map((step, index) => ({
      step,
      status: index < turn ? 'completed' : index === turn ? 'in_progress' : 'pending',
    })),
  },
});

const edit = {
  name: 'apply_patch',
  args: {
    input: [
      '*** Begin Patch',
      '*** Update File: totals.js',
      '@@ export function total(items) {',
      '     const net = price * quantity;',
      '-    cents += Math.floor(net * (1 + taxPercent / 100));',
      '+    cents += Math.round(net * (1 + taxPercent / 100));',
      '   }',
      '*** End Patch',
    ].join('\n'),
  },
};
