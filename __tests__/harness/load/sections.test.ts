// The mistakes are the point. cspell:ignore answr comands keystroke tsk
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OiError } from '../../../src/core/errors.ts';
import { shelfAt } from '../../../src/harness/bake.ts';
import { readHarnessFolder } from '../../../src/harness/load/folder.ts';
import { folder } from '../play.ts';

const shipped = shelfAt(folder);
/** What is said of a harness that extends terminus-2 with this. */
const says = (text: string): Promise<string> =>
  readHarnessFolder('x', {
    ...shipped,
    read: async (path) =>
      path === 'x/harness.yml'
        ? `extends: terminus-2\n${text}`
        : path.startsWith('x/')
          ? null
          : shipped.read(path),
    shown: (path) => path,
  }).then(
    () => 'nothing',
    (error) => (error instanceof OiError ? error.happened : String(error)),
  );

test('names that the tool of an answer has not are told with the nearest ones', async () => {
  assert.match(await says('codec: { tool: answr }\n'), /no tool `answr`; did you mean `answer`\?/);
  assert.match(
    await says('codec: { commands: { parameter: comands } }\n'),
    /`answer` has no `comands`; did you mean `commands`\?/,
  );
  assert.match(
    await says('codec: { commands: { text: keystroke } }\n'),
    /`answer` has no `keystroke`; did you mean `keystrokes`\?/,
  );
  assert.match(await says('codec: { complete: tsk_complete }\n'), /did you mean `task_complete`\?/);
  assert.equal(await says('title: the same\n'), 'nothing');
});

test('a second tool, which no answer could call, a broken template and a root of two words are told', async () => {
  const tool = `{ description: form.md, tool: exec, parameters: { type: object, properties: {} }, args: {}, render: { ok: { template: x } } }`;
  assert.match(await says(`tools: { more: ${tool} }\n`), /x\/harness\.yml:2:10: .*take `more` out with null/);
  assert.match(await says(`codec: { observation: { template: '{{#complete}}' } }\n`), /x\/harness\.yml:2:/);
  assert.match(await says(`codec: { name: xml-sections, root: a b }\n`), /must be one word/);
});
