import assert from 'node:assert/strict';
import { test } from 'node:test';
import { responsesViolationsOf } from '../../sim/model/wires/responses-violations.ts';
import type { Entry } from '../../src/core/session.ts';
import { responsesRequests } from '../../src/model/wires/responses-request.ts';
import { recordings } from '../../tools/conformance/known.ts';
import { begin, call, chosen, harness, type Log, play, reply, text } from '../harness/play.ts';

const native = await harness('native');
const { request } = recordings().get('native') ?? assert.fail();

/** A log that is told over responses. */
function begun(): Log {
  const at = begin('native', { ask: 'Mend it.' });
  at.record(chosen('native', 'm', 'responses'), { type: 'round.opened' });
  return at;
}

type Tool = { name: string; type: string; strict?: boolean; format?: { type: string; syntax: string } };
type Item = { type: string; role?: string; content?: { type: string }[] };

function bodyOf(entries: readonly Entry[]) {
  const writer = responsesRequests('gpt-5.5', { instructions: 'developer', encrypted: true, freeform: true });
  const body = JSON.parse(Buffer.concat(writer.pieces(native.encode(entries))).toString());
  assert.deepEqual(responsesViolationsOf(body), []);
  return body as Record<string, unknown> & { input: Item[]; tools: Tool[] };
}

test('a first request over responses has the parameters and values that were recorded, but for its maker’s', () => {
  const { input, tools, ...parameters } = bodyOf(begun().entries);
  const { client_metadata: _, ...recorded } = request.parameters;
  assert.deepEqual(parameters, { ...recorded, prompt_cache_key: 'f00dfeed' });
  assert.deepEqual(
    input.map(({ role, content = [] }) => [role, content.map(({ type }) => type)]),
    ['developer', 'user', 'user'].map((role) => [role, ['input_text']]),
  );
  for (const { name, type, strict, format } of tools.filter((tool) => tool.name !== 'update_plan')) {
    const original = request.tools.find((tool) => tool.name === name) ?? assert.fail(name);
    const { definition: __, ...form } = (original.more?.['format'] ?? {}) as Record<string, unknown>;
    assert.deepEqual([type, strict], [original.type, original.more?.['strict']], name);
    assert.deepEqual([format?.type, format?.syntax], [form['type'], form['syntax']], name);
  }
});

test('a call of apply_patch goes back as the raw text that it was, and its result as one of such a call', () => {
  const at = begun();
  const patch = '*** Begin Patch\n*** Add File: a\n+1\n*** End Patch\n';
  const fields = { files: [{ op: 'A', path: 'a' }] };
  const replies = [
    reply(text('Now.'), call('apply_patch', { input: patch }, 'call_1')),
    reply(text('Done.')),
  ];
  play(at, native, replies, () => ({ ok: true, fields }));
  at.record({ type: 'round.judged', again: true, why: '', tell: 'Go on.' }, { type: 'round.opened' });
  assert.deepEqual(
    bodyOf(at.entries).input.map(({ type, role }) => role ?? type),
    [
      ...['developer', 'user', 'user', 'assistant', 'custom_tool_call', 'custom_tool_call_output'],
      ...['assistant', 'user'],
    ],
  );
});
