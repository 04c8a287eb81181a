// The mistakes are the point. cspell:ignore comand
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OiError } from '../../../src/core/errors.ts';
import { shelfAt } from '../../../src/harness/bake.ts';
import { readHarnessFolder } from '../../../src/harness/load/folder.ts';
import { folder } from '../play.ts';

const shipped = shelfAt(folder);
/** What is said of a harness of this text beside the shipped ones. */
const says = (text: string): Promise<string> =>
  readHarnessFolder('x', {
    ...shipped,
    read: async (path) =>
      path === 'x/harness.yml' ? text : path.startsWith('x/') ? null : shipped.read(path),
    shown: (path) => path,
  }).then(
    () => 'nothing',
    (error) => (error instanceof OiError ? error.happened : String(error)),
  );
const codec = `extends: pi
codec: { name: fenced, label: sh, tool: bash, parameter: command, sentinel: END, strict: null }
`;

test('a tool that no block can call is told, with what to do; without it all is well', async () => {
  const said = await says(codec);
  assert.match(said, /^pi\/harness\.yml:\d+:3: A block calls `bash` only: take `read` out with null, or/m);
  assert.equal(await says(`${codec}tools: { read: null, edit: null, write: null }\n`), 'nothing');
});

test('a tool and a parameter that a block cannot call are told by their nearest names', async () => {
  const taken = 'tools: { read: null, edit: null, write: null }\n';
  assert.match(await says(codec.replace('tool: bash', 'tool: bsh') + taken), /did you mean `bash`\?/);
  assert.match(await says(codec.replace('parameter: command', 'parameter: comand') + taken), /`command`\?/);
});
