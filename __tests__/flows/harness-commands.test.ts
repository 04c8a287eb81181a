// The mistakes are the point. cspell:ignore nativ interupted exce shwo temprature
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { parse } from 'yaml';
import { startModel } from '../../sim/model/index.ts';
import { harnessIds } from '../../src/harness/choose.ts';
import { data, folder as harnesses } from '../harness/play.ts';
import { dist } from '../support/dist.ts';
import { openStage, type StartOi } from '../support/oi.ts';

const product = await dist();
const model = await startModel({ script: () => ({ text: 'Done' }) });
after(model.close);

const at = openStage(product, model);
const file = (path: string, text: string): void => {
  mkdirSync(join(at.folder, path, '..'), { recursive: true });
  writeFileSync(join(at.folder, path), text);
};
file('AGENTS.md', 'Use tabs.\n');
file('.github/oi/harnesses/own/harness.yml', 'extends: native\ntitle: Ours\nsystem: ours.md\n');
file('.github/oi/harnesses/own/ours.md', 'You are ours, in {{folder}}.\n');

const withoutKey: StartOi = { command: 'harness', env: { OI_API_KEY: undefined } };
const oi = (...args: readonly string[]) => at.run(args, withoutKey);
/** The day may change between two runs, and each has a name of its own. */
const anyRun = (text = ''): string =>
  text
    .replaceAll(/\b20\d\d-\d\d-\d\d\b/g, 'DAY')
    .replace(/(?<="prompt_cache_key":"(?:session_)?)[0-9a-f]{32}(?=")/, 'NAME');

/** Each over the wire that it has first; our own over another one than the one it extends. */
const spoken = await Promise.all(
  harnessIds.map(async (id) => ({ id: id as string, wire: (await data(id)).wires[0] ?? 'chat' })),
);
for (const { id, wire } of [...spoken, { id: 'own', wire: 'chat' }]) {
  test(`${id} over ${wire}: the request that is shown is the one that is sent, byte for byte`, async () => {
    const flags = ['--harness', id, '--wire', wire, 'Round the totals: “½” & <b>.'];
    const before = model.requests.length;
    const shown = await oi('request', ...flags);
    assert.equal(shown.code, 0, shown.stderr);
    assert.equal(model.requests.length, before, 'nothing was sent');
    // How the work ends differs, and does not matter.
    const ran = await at.run(['--max-turns', '1', ...flags]);
    const sent = model.requests[before] ?? assert.fail(ran.stderr);
    const [line, host, empty, body, ...rest] = shown.stdout.split('\n');
    assert.deepEqual([line, empty, rest], [`POST ${sent.path} HTTP/1.1`, '', ['']]);
    assert.equal(host, `host: ${new URL(model.baseUrl).host}`);
    assert.equal(anyRun(body), anyRun(sent.bytes.toString()));
    assert.match(body ?? '', id === 'own' ? /You are ours, in / : /Round the totals/);
  });
}

test('a provider’s own address is shown without its key, and a folder may be named', async () => {
  const { code, stdout, stderr } = await at.run(
    ['request', '-m', 'deepseek/deepseek-chat', '-C', at.folder, 'x'],
    {
      command: 'harness',
      cwd: at.home,
      env: { OI_BASE_URL: undefined, OI_MODEL: undefined },
    },
  );
  assert.equal(code, 0, stderr);
  assert.match(
    stdout,
    /^POST \/chat\/completions HTTP\/1\.1\nhost: api\.deepseek\.com\n\n\{"model":"deepseek-chat"/,
  );
  assert.match(stdout, /Use tabs\./);
  assert.doesNotMatch(stdout, /sk-of-the-test/);
});

test('all harnesses are listed with a line on what each is, and on who gets it', async () => {
  const { code, stdout } = await oi('list');
  assert.equal(code, 0);
  for (const id of harnessIds) {
    const { title } = parse((await oi('show', id)).stdout) as { title: string };
    assert.ok(
      stdout.split('\n').some((line) => line.startsWith(`${id} `) && line.endsWith(`  ${title}`)),
      id,
    );
  }
  assert.match(stdout, /^native .*\n +default of every model /m);
  assert.match(stdout, /^own +\.github\/oi\/harnesses\/own$/m);
});

test('a harness is shown with what it extends merged in, and with its files', async () => {
  const { code, stdout } = await oi('show', 'own');
  assert.equal(code, 0);
  const shown = parse(stdout) as { extends?: string; title: string; tools: object; codec: object };
  assert.deepEqual(Object.keys(shown.tools), ['exec_command', 'write_stdin', 'apply_patch', 'update_plan']);
  assert.deepEqual([shown.title, shown.extends], ['Ours', undefined]);
  assert.match(stdout, /^# own, made of\n(?:# {3}\S.*\n)+title: /);
  assert.match(stdout, /^# {3}\.github\/oi\/harnesses\/own\/ours\.md$/m);
  assert.match(stdout, /^# {3}harnesses\/native\/apply_patch\.md, shipped$/m);
});

test('one that is broken is listed as such, and those after it as ever', async () => {
  file('.github/oi/harnesses/broken/harness.yml', 'extends: nativ\n');
  file('.github/oi/harnesses/sound/harness.yml', 'extends: native\n');
  const { code, stdout, stderr } = await oi('list');
  rmSync(join(at.folder, '.github/oi/harnesses/broken'), { recursive: true });
  rmSync(join(at.folder, '.github/oi/harnesses/sound'), { recursive: true });
  assert.deepEqual([code, stderr], [0, '']);
  assert.match(
    stdout,
    /^broken +\.github\/oi\/harnesses\/broken, broken: see oi harness check \.github\/oi\/harnesses\/broken\nown .*\nsound +\.github\/oi\/harnesses\/sound\n$/m,
  );
});

test('a folder whose tools cannot be called as it says is told, with what came of it', async () => {
  file(
    'unfit/harness.yml',
    'extends: swe-agent\ntools:\n  bash:\n    parameters:\n      properties: { reason: { type: string } }\n      required: [command, reason]\n',
  );
  const { code, stdout, stderr } = await oi('check', 'unfit');
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, /^`bash`, a result: its own call is declined: .*`reason` is missing\.$/m);
});

test('what is shown is a harness again', async () => {
  const { stdout } = await oi('show', 'pi');
  cpSync(join(harnesses, 'pi'), join(at.home, 'copy'), { recursive: true });
  writeFileSync(join(at.home, 'copy/harness.yml'), stdout);
  const { code, stdout: said } = await oi('check', join(at.home, 'copy'));
  assert.equal(code, 0);
  assert.match(said, /^ok copy: read, bash, edit, write; about \d{3,4} tokens in its first request\n$/);
});

test('a folder is checked: each mistake has its place and the nearest right key', async () => {
  file(
    'wrong/harness.yml',
    "extends: native\ninterupted: no\ntools:\n  apply_patch:\n    tool: exce\n    render:\n      ok: { template: '{{#a}}' }\n",
  );
  const wrong = await oi('check', 'wrong');
  assert.deepEqual([wrong.code, wrong.stdout], [1, '']);
  assert.match(
    wrong.stderr,
    /^wrong\/harness\.yml:2:1: `interupted` is not known here; did you mean `interrupted`\?$/m,
  );
  assert.match(wrong.stderr, /^wrong\/harness\.yml:5:5: .*did you mean `exec`\?/m);
  assert.match(wrong.stderr, /Correct the files\. \(harness\.invalid\)\n$/);
  file('odd/harness.yml', 'extends: native\noptions: { temprature: 1 }\n');
  const odd = await oi('check', 'odd');
  assert.equal(odd.code, 1);
  assert.match(odd.stderr, /request parameter temprature/);
  const fine = await oi('check', '.github/oi/harnesses/own');
  assert.match(
    fine.stdout,
    /^ok own: exec_command, write_stdin, apply_patch, update_plan; about \d+ tokens/,
    fine.stderr,
  );
});

test('what a run refuses is no harness for the check either, and both say the same', async () => {
  const place = '.github/oi/harnesses';
  const refused: [id: string, said: RegExp][] = [
    ['linked', /^\.github\/oi\/harnesses\/linked\/system\.md is a link, or no file\. /m],
    ['folder', /^\.github\/oi\/harnesses\/folder is a link\. /m],
    ['large', /^\.github\/oi\/harnesses\/large\/system\.md has more than 65536 bytes\. /m],
    ['pi', /^\.github\/oi\/harnesses\/pi has the name of a harness that comes along\. /m],
  ];
  file(`${place}/linked/harness.yml`, 'extends: native\n');
  symlinkSync('../own/ours.md', join(at.folder, place, 'linked/system.md'));
  symlinkSync('own', join(at.folder, place, 'folder'));
  file(`${place}/large/harness.yml`, 'extends: native\n');
  file(`${place}/large/system.md`, 'x'.repeat(65_537));
  file(`${place}/pi/harness.yml`, 'extends: native\n');
  for (const [id, said] of refused) {
    const checked = await oi('check', `${place}/${id}`);
    const ran = await at.run(['--harness', id, 'Mend it.']);
    for (const { stderr } of [checked, ran]) assert.match(stderr, said);
    assert.notEqual(checked.code, 0);
    assert.deepEqual([checked.stdout, ran.code], ['', 2]);
  }
  for (const [id] of refused) rmSync(join(at.folder, place, id), { recursive: true });
});

const failures: readonly [args: readonly string[], said: RegExp][] = [
  [['shwo', 'native'], /^There is no command oi harness shwo\. Did you mean show\? \(input\.invalid\)\n$/],
  [['show'], /^oi harness show lacks the name of a harness\. .* \(input\.missing\)\n$/],
  [['show', 'nativ'], /^There is no harness "nativ"\. Did you mean native\? \(harness\.unknown\)\n$/],
  [['check', 'nowhere'], /^There is no folder .*nowhere\. .* \(folder\.missing\)\n$/],
  [['list', 'all'], /\(input\.invalid\)\n$/],
  [['request'], /^There is no prompt\. .* \(input\.missing\)\n$/],
  [['request', '--harness', 'nativ', 'x'], /Did you mean native\? \(harness\.unknown\)\n$/],
  [['request', '--json', 'x'], /^The flag --json is not known\. .* \(input\.invalid\)\n$/],
  [['request', '-C', '/nowhere', 'x'], /\(folder\.missing\)\n$/],
];
for (const [args, said] of failures) {
  test(`oi harness ${args.join(' ')}: says what happened, what to do, and a code`, async () => {
    const { code, stdout, stderr } = await oi(...args);
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, said);
  });
}

test('both helps tell of the commands', async () => {
  for (const help of [await oi('--help'), await at.run([], { command: '--help' })]) {
    assert.equal(help.code, 0);
    for (const word of ['list', 'show ID', 'check DIR', 'request'])
      assert.ok(help.stdout.includes(word), word);
  }
});
