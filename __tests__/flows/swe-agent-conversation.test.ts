// A conversation of a real model with SWE-agent, replayed through a harness that a repository brings along.
// cspell:ignore klieret traj filetoread
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readConversation, type Seen, startModel } from '../../sim/model/index.ts';
import { last, only } from '../../src/core/session.ts';
import { dist } from '../support/dist.ts';
import { exampleHarness } from '../support/example-harness.ts';
import { runnerDisk } from '../support/folder.ts';
import { openStage } from '../support/oi.ts';
import { gitAt, write } from '../support/repository.ts';
import { answerOn, endOf, openScene } from '../support/stage.ts';

const file = join(
  import.meta.dirname,
  '../../../shared/data/trajectories/swe-agent-test-repo-issue-1.traj.json',
);
const skip = !existsSync(file)
  ? 'the recorded conversations (../shared/data) are not here'
  : !existsSync('/usr/bin/python3') && 'there is no python3, which the recorded commands run';
const harness = 'swe-agent-2024';

/** A folder with a `python`, as that container had one. */
function tools(): string {
  const bin = join(runnerDisk(), 'bin');
  mkdirSync(bin);
  symlinkSync('/usr/bin/python3', join(bin, 'python'));
  return bin;
}

type Recorded = {
  trajectory: { response: string; observation: string; state: string }[];
  history: { role: string; content: string; is_demo?: boolean }[];
  info: { submission: string };
};
const recorded = (): Recorded => JSON.parse(readFileSync(file, 'utf8')) as Recorded;

/** The file of that conversation. `index 20edef5` in its patch is the name that git gives these bytes. */
const buggy = `#!/usr/bin/env python3


def division(a: float, b: float) -> float
    return a/b


if __name__ == "__main__":
    print(division(123, 15))

`;
/** The repository as far as the conversation shows it, and the harness. */
const files = {
  'README.md': '# Test repository\n',
  'tests/filetoread.txt': 'Nothing to read.\n',
  ...exampleHarness(harness),
};

/** What the model heard after each of its answers, as the messages of a request. */
function heard({ body }: Seen): string[] {
  const messages = body['messages'] as { role: string; content: string }[];
  const answers = messages.findIndex(({ role }) => role === 'assistant');
  return messages.slice(answers).flatMap(({ role, content }) => (role === 'user' ? [content] : []));
}

/**
 * What SWE-agent told the same model. One thing cannot be the same: the folder of its container, in the place of which
 * stands ours.
 */
function told(folder: string): string[] {
  const messages = recorded().history.filter(({ role, is_demo }) => role === 'user' && !is_demo);
  return messages.slice(1).map(({ content }) => content.replaceAll('/klieret__swe-agent-test-repo', folder));
}

/** Everything that was told after an answer is the recording's, to the byte. */
function assertSameConversation(requests: readonly Seen[]): void {
  const newest = requests.at(-1);
  assert.ok(newest);
  const ours = heard(newest);
  const folder = /^\(Current directory: (.*)\)$/m.exec(ours[0] ?? '')?.[1] ?? '';
  assert.match(folder, /^\//);
  assert.equal(ours.length, 4, 'an observation for each answer but the last, which submits');
  assert.deepEqual(ours, told(folder));
}

/** The published patch; its `index` line names both versions of the file by their bytes. Blank space around it is cut off. */
const assertPublishedPatch = (diff: string): void => {
  assert.match(diff, /^index 20edef5\.\.5857437 100755$/m);
  assert.equal(diff.trim(), recorded().info.submission.trim());
};

test('the recorded conversation ends as one pull request with the published patch, and hears what it heard then', {
  skip,
}, async () => {
  const { play, comment, issue, pulls, git, model } = await openScene({
    files: { ...files, 'tests/missing_colon.py': { mode: '100755', content: buggy } },
  });
  const conversation = await readConversation(file);
  assert.deepEqual(
    conversation.map(({ text }) => text),
    recorded().trajectory.map(({ response }) => response),
    'nothing of it is changed',
  );
  play(conversation);
  const subject = issue({ title: 'SyntaxError: invalid syntax', body: 'I run `missing_colon.py`.' });
  const result = await comment(subject, '/oi fix', 'ann', { inputs: { harness }, path: [tools()] });

  assert.equal(endOf(result), 'changed, success', result.raw);
  const [pull, ...others] = pulls();
  assert.ok(pull);
  assert.deepEqual(others, []);
  assertPublishedPatch(await git('diff', '--abbrev=7', 'main', pull.pull.head));
  assert.match(answerOn(subject), new RegExp(`^Done: I opened \\[#${pull.number}\\]`));
  assertSameConversation(model.requests);
  assert.equal(model.requests.length, conversation.length);
  assert.match(pull.title, /^The .*missing_colon\.py.* script ran successfully/);
  const log = readFileSync(join(result.outputs['session-path'] ?? '', 'log.jsonl'), 'utf8');
  assert.match(log, new RegExp(`"harness":"${harness}","own":"[0-9a-f]{64}"`));
});

test('the same conversation on the command line mends the file in place', { skip }, async () => {
  const model = await startModel({ script: await readConversation(file) });
  after(model.close);
  const at = openStage(await dist(), model);
  gitAt(at.folder, 'init', '--quiet');
  write(at.folder, { ...files, 'tests/missing_colon.py': buggy });
  chmodSync(join(at.folder, 'tests/missing_colon.py'), 0o755);
  gitAt(at.folder, 'add', '--all');
  gitAt(at.folder, 'commit', '--quiet', '--message', 'As it was');

  const ran = await at.run(['--harness', harness, 'Solve the issue.'], {
    env: { PATH: `${tools()}:/usr/bin:/bin` },
  });

  assert.equal(ran.code, 0, ran.stderr);
  assert.deepEqual(model.violations, []);
  assertPublishedPatch(gitAt(at.folder, 'diff', '--abbrev=7'));
  assertSameConversation(model.requests);
  assert.deepEqual(
    only(at.log(), 'tool.called').map(({ call }) => call.tool),
    ['glob', 'read', 'splice', 'read', 'exec'],
  );
  assert.equal(last(at.log(), 'sitting.closed')?.outcome.kind, 'changed');
  assert.match(ran.stdout, /^The `missing_colon\.py` script ran successfully/);
});
