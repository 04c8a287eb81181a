// cspell:ignore traj filetoread
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConversation } from '../../sim/model/index.ts';
import { gitAt, repositoryWith, treeByGit } from '../support/repository.ts';
import { answerOn, endOf, openScene } from '../support/stage.ts';

const file = join(
  import.meta.dirname,
  '../../../shared/data/trajectories/mini-swe-agent-test-repo-issue-1.traj.json',
);
const skip = existsSync(file) ? false : 'the recorded conversations (../shared/data) are not here';

/** The repository of that conversation as far as the conversation shows it. */
const buggy = `#!/usr/bin/env python3


def division(a: float, b: float) -> float
    return a/b


if __name__ == "__main__":
    print(division(123, 15))

`;
const files = {
  '.gitignore': '__pycache__/\n',
  'README.md': '# Test repository\n',
  'tests/filetoread.txt': 'Nothing to read.\n',
  'tests/missing_colon.py': { mode: '100755', content: buggy },
};

test('a recorded conversation of a real model ends as one draft pull request with the tree that its commands leave', {
  skip,
}, async () => {
  const conversation = await readConversation(file);
  const { play, comment, issue, pulls, git } = await openScene({ files });
  play(conversation);
  const subject = issue({
    title: 'SyntaxError: invalid syntax',
    body: 'I run `missing_colon.py`: division(23, 0)',
  });
  const result = await comment(subject, '/oi fix', 'ann', { inputs: { harness: 'mini-swe-agent-text' } });

  assert.equal(endOf(result), 'changed, success', result.raw);
  const [pull, ...others] = pulls();
  assert.ok(pull);
  assert.deepEqual(others, []);
  assert.equal(pull.pull.draft, true);
  assert.equal(
    await git('rev-parse', `${pull.pull.head}^{tree}`),
    treeOfThe(conversation.map(({ text = '' }) => text)),
  );
  const lines = (await git('show', `${pull.pull.head}:tests/missing_colon.py`)).split('\n');
  assert.equal(lines[3], 'def division(a: float, b: float) -> float:');
  assert.match(answerOn(subject), new RegExp(`^Done: I opened \\[#${pull.number}\\]`));
  // git works in the copy: what the last command printed is the diff of what it had just staged.
  const log = readFileSync(join(result.outputs['session-path'] ?? '', 'log.jsonl'), 'utf8');
  assert.match(
    log.split('\n').findLast((line) => line.includes('"tool.returned"')) ?? '',
    /\+def division\(a: float, b: float\) -> float:/,
  );
});

/** The oracle: the same commands in plain bash, and the tree that git writes of the folder then. */
function treeOfThe(replies: readonly string[]): string {
  const folder = repositoryWith({ ...files, 'tests/missing_colon.py': buggy });
  gitAt(folder, 'update-index', '--chmod=+x', 'tests/missing_colon.py');
  gitAt(folder, 'commit', '--quiet', '--amend', '--no-edit');
  gitAt(folder, 'checkout', '--quiet', '--force', 'HEAD');
  for (const reply of replies) {
    const command = /```mswea_bash_command\n([\s\S]*?)\n```/.exec(reply)?.[1] ?? '';
    try {
      execFileSync('bash', ['-c', command], { cwd: folder, stdio: 'pipe' });
    } catch {
      // Some of the recorded commands fail, as they did then.
    }
  }
  return treeByGit(folder);
}
