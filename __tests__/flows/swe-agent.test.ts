import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startModel } from '../../sim/model/index.ts';
import { last, only } from '../../src/core/session.ts';
import { dist } from '../support/dist.ts';
import { openStage } from '../support/oi.ts';
import { gitAt, write } from '../support/repository.ts';

const said = (words: string, command: string) => ({ text: `${words}\n\n\`\`\`\n${command}\n\`\`\`` });
const answers = (folder: string) => [
  said('What is here?', `str_replace_editor view ${folder}`),
  said('I begin there.', 'cd lib'),
  said('Where am I?', 'pwd'),
  said(
    'It subtracts.',
    `str_replace_editor str_replace ${folder}/lib/total.js --old_str 'a - b' --new_str 'a + b'`,
  ),
  said('Done.', 'submit'),
  said('Add totals\n\nThey were subtracted.', 'submit'),
];

test('a model without tool calls mends a file by commands, reviews its changes and submits them', async () => {
  const model = await startModel({
    script: ({ turn }) => answers(at.folder)[turn] ?? said('Done.', 'submit'),
  });
  after(model.close);
  const at = openStage(await dist(), model);
  gitAt(at.folder, 'init', '--quiet');
  write(at.folder, { 'lib/total.js': 'module.exports = (a, b) => a - b;\n' });
  gitAt(at.folder, 'add', '--all');
  gitAt(at.folder, 'commit', '--quiet', '--message', 'As it was');
  const file = join(at.folder, 'lib/total.js');

  const ran = await at.run(['--harness', 'swe-agent', 'Totals are wrong.']);

  assert.equal(ran.code, 0, ran.stderr);
  assert.deepEqual(model.violations, []);
  assert.equal(readFileSync(file, 'utf8'), 'module.exports = (a, b) => a + b;\n');
  assert.deepEqual(
    only(at.log(), 'tool.called').map(({ call }) => call.tool),
    ['read', 'list', 'exec', 'exec', 'replace', 'read', 'exec'],
  );
  const messages = model.requests.at(-1)?.body['messages'] as { role: string; content: string }[];
  const heard = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  assert.match(
    heard[1] ?? '',
    /^OBSERVATION:\nHere's the files and directories .*\n.*\n.*\/lib\n.*\/lib\/total\.js$/,
  );
  assert.equal(heard[3], `OBSERVATION:\n${at.folder}/lib`);
  assert.match(
    heard[4] ?? '',
    /^OBSERVATION:\nThe file .* has been edited\. [\s\S]*\n {5}1\tmodule.*a \+ b;\n/,
  );
  assert.match(heard[5] ?? '', /<diff>\ndiff --git a\/lib\/total\.js [\s\S]*\n\+module.*\n<\/diff>$/);
  const closed = last(at.log(), 'sitting.closed')?.outcome;
  assert.equal(closed?.kind, 'changed');
  assert.match(ran.stdout, /Add totals/);
});
