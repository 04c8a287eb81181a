// cspell:ignore traj atif tribonaccy filetoread testpkg
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readConversation, type Script, startModel, type Turn } from '../../sim/model/index.ts';
import { last, only } from '../../src/core/session.ts';
import { dist } from '../support/dist.ts';
import { temporaryFolder } from '../support/folder.ts';
import { openStage } from '../support/oi.ts';
import { gitAt, treeByGit, write } from '../support/repository.ts';

const recorded = join(import.meta.dirname, '../../../shared/data/trajectories');
const skip = existsSync(recorded) ? false : 'the recorded conversations (../shared/data) are not here';
const product = await dist();

/** The commands of a recorded conversation, read without the product. */
const commandsIn = (turns: readonly Turn[]): string[] =>
  turns.map(({ text = '' }) => {
    const block = text.split('\n```');
    const [, command] = /^(?:mswea_bash_command|bash)\n([\s\S]*)$/.exec(block[1] ?? '') ?? [];
    return command ?? assert.fail(`no command in ${text}`);
  });

/** What the same commands leave in plain bash, in a folder of its own. */
function inPlainBash(folder: string, commands: readonly string[]): string {
  const copy = temporaryFolder();
  cpSync(folder, copy, { recursive: true });
  for (const command of commands) spawnSync('bash', ['-c', command], { cwd: copy, stdio: 'ignore' });
  return copy;
}

/**
 * The recording, and what its model could not know: that the user's `.git` cannot be written to. It hears so and does what
 * the prompt says, which is to submit by a command of its own.
 */
const thenSubmit =
  (turns: readonly Turn[], fence: string): Script =>
  ({ turn, newest }) =>
    turns[turn] ??
    (/\.git\/index\.lock': Read-only file system/.test(newest)
      ? { text: `Git's index is closed to me, the work is done.\n\n${submit(fence)}` }
      : { text: 'What now?' });
const submit = (fence: string): string =>
  `\`\`\`${fence}\necho COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT\n\`\`\``;

const buggy = `#!/usr/bin/env python3


def division(a: float, b: float) -> float
    return a/b


if __name__ == "__main__":
    print(division(123, 15))

`;

/** The repository as the recording's listings show it. Only the buggy file's bytes are in there; others are plausible. */
function plantRepository(folder: string): void {
  gitAt(folder, 'init', '--quiet');
  write(folder, {
    '.gitignore': '__pycache__/\n*.py[cod]\nbuild/\ndist/\n.venv/\n',
    Dockerfile: 'FROM python:3.11\nWORKDIR /testbed\nCOPY . /testbed\n',
    'README.md': '# Test repository\n\nA few small bugs, each with an issue.\n',
    'build_and_push_docker.sh': '#!/usr/bin/env bash\nset -e\ndocker build -t test-repo .\n',
    'problem_statements/1.md': 'SyntaxError: invalid syntax\n',
    'pyproject.toml': '[project]\nname = "testpkg"\nversion = "0.0.1"\n',
    'src/testpkg/__init__.py': '',
    'tests/existing_lint_error.py': '#!/usr/bin/env python3\n\nprint(undefined)\n',
    'tests/filetoread.txt': 'Nothing but a text.\n',
    'tests/missing_colon.py': buggy,
    'tests/test_tribonaccy.py': 'def test_nothing():\n    assert True\n',
  });
  for (const file of ['build_and_push_docker.sh', 'tests/existing_lint_error.py', 'tests/missing_colon.py']) {
    chmodSync(join(folder, file), 0o755);
  }
  gitAt(folder, 'add', '--all');
  gitAt(folder, 'commit', '--quiet', '--message', 'As it was');
}

test('a recorded fix of a public issue leaves the tree that its commands leave in plain bash', {
  skip,
}, async () => {
  const turns = await readConversation(join(recorded, 'mini-swe-agent-test-repo-issue-1.traj.json'));
  const model = await startModel({ script: thenSubmit(turns, 'mswea_bash_command') });
  after(model.close);
  const at = openStage(product, model);
  plantRepository(at.folder);
  assert.match(gitAt(at.folder, 'ls-files', '--stage', 'tests/missing_colon.py'), /^100755 20edef5/);
  const plain = inPlainBash(at.folder, commandsIn(turns));
  const index = readFileSync(join(at.folder, '.git/index'));

  const ran = await at.run(['--harness', 'mini-swe-agent-text', 'Solve the issue.']);

  assert.equal(ran.code, 0, ran.stderr);
  assert.deepEqual(model.violations, []);
  const commands = only(at.log(), 'tool.called').map(({ call }) => call.args['command']);
  assert.deepEqual(commands.slice(0, turns.length), commandsIn(turns));
  assert.equal(treeByGit(at.folder), treeByGit(plain));
  assert.equal(treeByGit(at.folder), gitAt(plain, 'write-tree'), 'what the recording staged');
  const line = readFileSync(join(at.folder, 'tests/missing_colon.py'), 'utf8').split('\n')[3];
  assert.equal(line, 'def division(a: float, b: float) -> float:');
  assert.match(gitAt(at.folder, 'diff', '--raw'), /^:100755 100755 20edef5 /);
  assert.deepEqual(readFileSync(join(at.folder, '.git/index')), index, 'the user’s index is as it was');
  assert.equal(last(at.log(), 'sitting.closed')?.outcome.kind, 'changed');
});

test('a recorded conversation with another fence label ends with the same tree', { skip }, async () => {
  const turns = await readConversation(join(recorded, 'mini-swe-agent-atif.json'));
  // The recorded label is `bash`; the harness told its model another one, as it would have told this one.
  const relabelled = turns.map(({ text = '' }) => ({
    text: text.replace('```bash', '```mswea_bash_command'),
  }));
  const model = await startModel({ script: relabelled });
  after(model.close);
  const at = openStage(product, model);
  const plain = inPlainBash(at.folder, commandsIn(turns));

  const ran = await at.run(['--harness', 'mini-swe-agent-text', 'Create hello.txt.']);

  assert.equal(ran.code, 0, ran.stderr);
  assert.match(ran.stdout, /^THOUGHT: Perfect!/);
  for (const folder of [at.folder, plain]) gitAt(folder, 'init', '--quiet');
  assert.equal(treeByGit(at.folder), treeByGit(plain));
  assert.equal(readFileSync(join(at.folder, 'hello.txt'), 'utf8'), 'Hello, world!\n');
  assert.equal(model.requests.length, turns.length);
});
