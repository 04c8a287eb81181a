import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { harnessIds, recordings } from '../../tools/conformance/known.ts';
import { temporaryFolder } from '../support/folder.ts';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/harnesses.md'), 'utf8');
const block = (language: string): string =>
  new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(page)?.[1] ?? '';
const place = '.github/oi/harnesses/ours';

/** A repository with the harness of the page, and `oi harness` in it. */
function repository(yaml: string) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, place), { recursive: true });
  writeFileSync(join(folder, place, 'harness.yml'), yaml);
  writeFileSync(join(folder, place, 'system.md'), block('markdown'));
  return (...args: string[]) =>
    spawnSync(process.execPath, [join(root, 'src/entry/oi.ts'), 'harness', ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
}

test('the harness of one’s own in docs/harnesses.md is one, and checked as the page says', () => {
  const oi = repository(block('yaml'));
  const { stdout, stderr } = oi('check', place);
  const [, shown = 'nothing'] = /^(ok ours: .*?); about \d+ tokens/m.exec(page) ?? [];
  assert.equal(stdout.split('; about')[0], shown, stderr);
  const request = oi('request', 'Fix it', '-m', 'deepseek/deepseek-v4-flash', '--harness', 'ours').stdout;
  const { messages, temperature } = JSON.parse(request.split('\n\n')[1] ?? '');
  assert.equal(temperature, 0.2);
  assert.match(JSON.stringify(messages[0]), /You work on a shop/);
});

test('the mistake in docs/harnesses.md is told as the page says', () => {
  const { status, stderr } = repository(block('yaml').replace(/^tools:/m, 'tool:'))('check', place);
  assert.equal(status, 1);
  assert.ok(stderr.includes(block('text').trim()), stderr);
});

test('every command that docs/harnesses.md names is one of `oi harness`', () => {
  const { stdout } = repository('')('--help');
  const named = [...page.matchAll(/\$ oi harness (\w+)/g)].map(([, name = '']) => name);
  const there = [...stdout.matchAll(/^ {2}(\w+) /gm)].map(([, name = '']) => name);
  assert.deepEqual([...new Set(named)].sort(), there.sort());
});

test('a harness that no original was recorded for says in its README what differs from it', () => {
  const measured = recordings();
  for (const id of harnessIds())
    assert.ok(measured.has(id) || existsSync(join(root, 'harnesses', id, 'README.md')), id);
});
