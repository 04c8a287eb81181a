import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Event } from '../../sim/github/events/index.ts';
import type { Script } from '../../sim/model/index.ts';
import { type StartedStep, startedSteps } from '../../sim/runner/workflow-file.ts';
import { ours } from '../../tools/workflows/rules.ts';
import { endOf, openScene, type Scene } from '../support/stage.ts';

const examples = join(import.meta.dirname, '../../examples');
const read = (name: string): string => readFileSync(join(examples, `${name}.yml`), 'utf8');

const commented = ({ github, issue }: Scene): Event =>
  github.events.issueComment('created', github.seed.comment(issue(), 'ann', '/oi fix the first line'));

function labelled({ github, issue }: Scene, name = 'oi'): Event {
  const subject = issue();
  const { label } = github.seed.label(subject, name, 'ann');
  return github.events.issues('labeled', subject, { label });
}

const byClock = ({ github, repository }: Scene): Event => github.events.schedule(repository);

const byHand = ({ github, repository }: Scene): Event =>
  github.events.workflowDispatch(repository, {
    sender: repository.owner,
    inputs: { prompt: 'Make one two' },
  });

/** What each example is there for, and what the model is asked then. */
const happenings: readonly (readonly [
  name: string,
  what: string,
  happens: (scene: Scene) => Event,
  asked: RegExp,
])[] = [
  ['fix-on-comment', 'a comment', commented, /fix the first line/],
  ['local-model', 'a comment', commented, /fix the first line/],
  ['fix-labelled-issues', 'a label', labelled, /One is wrong/],
  [
    'sweep',
    'its hour',
    (scene) => {
      labelled(scene);
      return byClock(scene);
    },
    /One is wrong/,
  ],
  ['nightly', 'its hour', byClock, /fails now and then/],
  ['nightly', 'a person', byHand, /Make one two/],
];

/** The one step that an event starts. Every secret that the example names is there. */
function stepOf(name: string, event: Event): StartedStep | null {
  const names = [...read(name).matchAll(/\bsecrets\.(\w+)/g)].map(([, key = '']) => key);
  const secrets = Object.fromEntries(names.map((key) => [key, 'sk-of-the-example']));
  const [step = null, ...others] = startedSteps(read(name), event, ours, secrets);
  assert.deepEqual(others, []);
  return step;
}

/** The shell of each harness that a model of the examples gets, and the name of its command. */
const shells = { exec_command: 'cmd', Bash: 'command', run_shell_command: 'command' };

/** Runs one command in whatever shell is on offer, then says that it is done. */
const inAnyShell =
  (command: string): Script =>
  ({ tools, messages }) => {
    if (messages.some(({ role }) => role === 'tool')) return { text: 'Mend it\n\nDone.' };
    const [name, argument] = Object.entries(shells).find(([shell]) => tools.includes(shell)) ?? ['none', ''];
    return { text: 'Next.', calls: [{ name, args: { [argument]: command } }] };
  };

/** Runs what the example says on an event. Only the model is another: the one at hand. */
function run(scene: Scene, event: Event, { inputs, permissions }: StartedStep) {
  const { github, model, play } = scene;
  play(inAnyShell("printf 'two\\n' > a.txt"));
  return scene.run(event, {
    inputs: { 'api-key': '', ...inputs, 'base-url': model.baseUrl },
    token: github.seed.actionsToken('ann/shop', permissions).value,
  });
}

test('every example is run here', () => {
  const files = readdirSync(examples).filter((file) => file.endsWith('.yml'));
  assert.deepEqual(files.sort(), [...new Set(happenings.map(([name]) => `${name}.yml`))].sort());
});

for (const [name, what, happens, asked] of happenings) {
  test(`${name}.yml: ${what} starts it, and it ends with a pull request, in a private repository too`, async () => {
    const scene = await openScene();
    scene.repository.private = true;
    const event = happens(scene);
    const step = stepOf(name, event);
    assert.ok(step, 'it starts');
    const result = await run(scene, event, step);
    assert.equal(endOf(result), 'changed, success', result.raw);
    assert.match(JSON.stringify(scene.model.requests), asked);
    assert.equal(scene.pulls().length, 1);
  });
}

for (const [name, , happens] of new Map(happenings.map((each) => [each[0], each])).values()) {
  test(`${name}.yml asks for no permission that it could do without, and says which one is missing`, async () => {
    const scene = await openScene();
    for (const left of Object.keys(stepOf(name, happens(scene))?.permissions ?? {})) {
      const event = happens(scene);
      const step = stepOf(name, event);
      assert.ok(step);
      const { [left]: _, ...permissions } = step.permissions;
      const result = await run(scene, event, { ...step, permissions });
      assert.equal(endOf(result), 'failed, failure');
      assert.match(result.raw, new RegExp(`give the job \`${left.replace('_', '-')}: write\``, 'i'));
    }
  });
}

test('what is not for an example starts no job of it', async () => {
  const scene = await openScene();
  const said = scene.github.seed.comment(scene.issue(), 'ann', 'What a nice day');
  assert.equal(stepOf('fix-on-comment', scene.github.events.issueComment('created', said)), null);
  assert.equal(stepOf('fix-labelled-issues', labelled(scene, 'bug')), null);
  assert.equal(stepOf('sweep', commented(scene)), null);
});
