// What is kept of other agents: their results and the forms of their tools, and not their prose.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { kept, withoutWords } from '../../tools/conformance/measure.ts';
import { folders, normalise } from '../../tools/conformance/placeholders.ts';
import type { Recording } from '../../tools/conformance/recording.ts';

const folder = join(import.meta.dirname, 'recorded');
const recordings = readdirSync(folder).map((file) => {
  const text = readFileSync(join(folder, file), 'utf8');
  return { file, text, recording: JSON.parse(text) as Recording };
});

test('recordings keep of prompts and descriptions only how long they are', () => {
  assert.ok(recordings.length > 0);
  for (const { file, recording } of recordings) {
    for (const message of recording.request.messages)
      assert.deepEqual(Object.keys(message).sort(), ['characters', 'role', 'sha256', 'shape'], file);
    for (const tool of recording.request.tools) {
      assert.equal(typeof tool.description, 'number', `${file}: ${tool.name}`);
      const words = JSON.stringify(tool).match(/"(?:[^"\\]|\\.)*"/g) ?? [];
      assert.ok(Math.max(...words.map((word) => word.length)) < 80, `${file}: ${tool.name}`);
    }
  }
});

test('recordings name no place of the machine that they were made on', () => {
  for (const { file, text } of recordings) {
    const places = text.match(/(?<![\w>.])\/(?:tmp|work|home|root|mnt|var)\/[\w.-]+/g) ?? [];
    assert.deepEqual(places, [], file);
  }
});

test('of a schema every description becomes its length, and a property of that name stays', () => {
  const schema = {
    type: 'object',
    description: 'all',
    properties: {
      description: { type: 'string', description: 'four' },
      list: { type: 'array', items: { description: 'an item', enum: ['a'] } },
    },
    anyOf: [{ description: 'one' }],
  };
  assert.deepEqual(withoutWords(schema), {
    type: 'object',
    description: 3,
    properties: {
      description: { type: 'string', description: 4 },
      list: { type: 'array', items: { description: 7, enum: ['a'] } },
    },
    anyOf: [{ description: 3 }],
  });
});

test('a long text is kept by its ends, its length and its SHA-256', () => {
  assert.equal(kept('short'), 'short');
  const long = `${'a'.repeat(5000)}${'b'.repeat(5000)}`;
  const { first, last, characters, sha256 } = kept(long) as Exclude<ReturnType<typeof kept>, string>;
  assert.equal(characters, 10_000);
  assert.ok(/^a+$/.test(first) && /^b+$/.test(last));
  assert.match(sha256, /^[0-9a-f]{64}$/);
});

test('what varies from run to run has a placeholder', () => {
  const at = (name: string): string => `/t/${name}`;
  const those = folders({
    workspace: at('workspace'),
    home: at('home'),
    temporary: at('temporary'),
    modules: at('modules'),
  });
  const said =
    '/t/workspace/a in session_0b1f7c9e-1111-4222-8333-123456789abc on Tue Dec 01 2026, 2026-12-01T00:00:00Z, call_3_0';
  assert.equal(normalise(said, those), '<workspace>/a in session_<uuid> on <date>, <time>, <call id>');
});
