import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Log, text } from '../harness/play.ts';
import { answering } from './answering.ts';

const { folder, fresh, answer } = await answering('terminus-2');
const prompt = `${folder}$`;
/** One answer with these keystrokes, and looks until what is wanted has come. */
async function type(keystrokes: string, wanted: RegExp, at: Log = fresh()): Promise<string> {
  const say = (keys: string) => {
    const commands = [{ keystrokes: keys, duration: 0.2 }];
    return answer(text(JSON.stringify({ analysis: '', plan: '', commands })), at);
  };
  let said = await say(keystrokes);
  let all = said;
  for (let looks = 0; !wanted.test(said); looks++) {
    assert.ok(looks < 50, `it never showed ${wanted}: ${all}`);
    said = await say('');
    all += `\n${said}`;
  }
  return all;
}

test('a command that works, one that fails and one that prints nothing are told as the terminal shows them', async () => {
  assert.equal(
    await type('echo out; echo err >&2\n', /err\n.*\$$/),
    `New Terminal Output:\n\n${prompt} echo out; echo err >&2\nout\nerr\n${prompt}`,
  );
  assert.match(await type('ls nowhere\n', /No such file.*\n.*\$$/), /\nls: cannot access 'nowhere': No such/);
  assert.equal(await type('true\n', /true\n.*\$$/), `New Terminal Output:\n\n${prompt} true\n${prompt}`);
});

test('of long output the middle is left out, in bytes and between characters', async () => {
  writeFileSync(join(folder, 'long.txt'), `${'漢字 '.repeat(20)}\n`.repeat(200));
  const said = await type('cat long.txt\n', /interior bytes/);
  const [, head = '', omitted = '', tail = ''] =
    /^New Terminal Output:\n\n([\s\S]*)\n\n\[\.\.\. output limited to 10000 bytes; (\d+) interior bytes omitted \.\.\.\]\n([\s\S]*)$/.exec(
      said,
    ) ?? [];
  assert.ok(head.startsWith(`${prompt} cat long.txt\n漢字`) && tail.endsWith(`\n${prompt}`));
  assert.ok(!(head + tail).includes('\ufffd'));
  const [first, last] = [Buffer.byteLength(head), Buffer.byteLength(tail)];
  assert.ok(first > 4990 && first <= 5000 && last > 4990 && last <= 5000);
  assert.ok(Number(omitted) > 15_000);
});

test('a program that fills the screen is told as the screen, and so is what comes after it', async () => {
  const at = fresh();
  const full = await type(
    "printf '\\e[?1049h\\e[1;1H%s' whole; read -r -n 1; printf '\\e[?1049l'\n",
    /whole$/,
    at,
  );
  assert.equal(full, 'Current Terminal Screen:\nwhole');
  assert.match(await type('x', /\$$/, at), /^Current Terminal Screen:\n.*printf/);
});

test('a shell that ends is told, and the next keystrokes go to a new one', async () => {
  const at = fresh();
  const end = await type('exit 3\n', /has ended/, at);
  assert.equal(
    end,
    `New Terminal Output:\n\n${prompt} exit 3\nexit\n\nThe shell has ended with exit code 3. What was to be typed after that was not. The next keystrokes go to a new shell, in /repo.`.replace(
      '/repo',
      folder,
    ),
  );
  assert.match(await type('echo back\n', /back\n.*\$$/, at), /\nback\n/);
});

test('Ctrl-C reaches what runs', async () => {
  const at = fresh();
  await type('cat\n', /cat$/, at);
  assert.match(await type('C-c', /\$$/, at), /\^C\n.*\$$/);
});
