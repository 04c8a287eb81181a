import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scrubGitConfig } from '../../src/sandbox/git-config.ts';

test('settings without secrets stay as they are', () => {
  assert.equal(
    scrubGitConfig('[core]\n\tbare = false\n[remote "o"]\n\turl = https://github.com/a/b\n'),
    null,
  );
});

const secrets: Record<string, string> = {
  'a header for a host': '[http "https://github.com/"]\n\textraheader = AUTHORIZATION: basic topsecret\n',
  'a header written in another case': '[HTTP "https://x/"]\n\tExtraHeader = topsecret\n',
  'a password in an address': '[remote "o"]\n\turl = https://x:topsecret@github.com/a/b\n',
  'an address put in the place of others':
    '[url "https://x:topsecret@github.com/"]\n\tinsteadOf = https://github.com/\n',
  'a helper': '[credential]\n\thelper = !echo topsecret\n',
  'a helper in one line': '[credential] helper = !echo topsecret\n',
  'a file that is included': '[includeIf "gitdir:/x"]\n\tpath = topsecret\n',
  'a value over several lines': '[http]\n\tproxy = a\\\ntopsecret\\\ntopsecret\n',
  'a continued value outside of such a section': '[x]\n\ttoken = a\\\n  topsecret\n',
  'a command for ssh': '[core]\n\tsshCommand = ssh -i topsecret\n',
};

for (const [title, text] of Object.entries(secrets)) {
  test(`taken out: ${title}`, () => {
    const scrubbed = scrubGitConfig(`[core]\n\tbare = false\n${text}[branch "main"]\n\tremote = o\n`) ?? '';
    assert.doesNotMatch(scrubbed, /topsecret/);
    assert.match(scrubbed, /^\[core\]\n\tbare = false\n/);
    assert.match(scrubbed, /\[branch "main"\]\n\tremote = o\n$/);
  });
}
