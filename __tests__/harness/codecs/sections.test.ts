// The codecs json-object and xml-sections.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { only } from '../../../src/core/session.ts';
import type { ToolResult } from '../../../src/core/tool.ts';
import { assertValid, begin, chosen, harness, type Log, play, reply, sit, text, textIn } from '../play.ts';

const id = 'terminus-2';
const terminus = await harness(id);
const inXml = await harness('terminus-2-xml');
const json = (over: object = {}): string =>
  JSON.stringify({ analysis: 'I look.', plan: 'ls', commands: [], ...over });
const ls = [{ keystrokes: 'ls\n', duration: 0.1 }];
const xml = (keys: string, rest = ''): string =>
  `<response><analysis>I look.</analysis><plan>ls</plan><commands>${keys}</commands>${rest}</response>`;

const shown = (head: string, over: object = {}): ToolResult => ({
  ok: true,
  fields: {
    ...{ handle: '1', typed: 1, lost: false, fresh: true, ended: false, code: null, killed: null },
    output: { head, omitted: 0, tail: '', file: null },
    ...over,
  },
});
const calls = (at: Log) => only(at.entries, 'tool.called').map(({ call }) => call);
const told = (at: Log) => only(at.entries, 'model.told').map((entry) => entry.text);
const heard = (at: Log): string => textIn(terminus.encode(at.entries).messages.at(-1));
const saying = (...said: string[]) => said.map((words) => reply(text(words)));

test('an answer is one call with all its commands, whose handle the log recalls; no system message, no tools', () => {
  const at = begin(id);
  const again = json({
    commands: [
      { keystrokes: 'make\n', duration: 500 },
      { keystrokes: '', duration: -1 },
    ],
  });
  play(at, terminus, saying(json({ commands: ls }), again), () => shown('/repo$ ls'));
  assert.deepEqual(
    calls(at).map(({ tool, args }) => [tool, args]),
    [
      ['terminal', { keys: [{ text: 'ls\n', seconds: 0.1 }] }],
      [
        'terminal',
        {
          handle: '1',
          keys: [
            { text: 'make\n', seconds: 60 },
            { text: '', seconds: 0 },
          ],
        },
      ],
    ],
  );
  const prompt = terminus.encode(at.entries);
  assertValid(prompt);
  assert.deepEqual(prompt.tools, []);
  assert.deepEqual(
    prompt.messages.map(({ role }) => role),
    ['user', 'assistant', 'user', 'assistant', 'user'],
  );
  assert.match(textIn(prompt.messages[0]), /\nCurrent terminal state:\nCurrent Terminal Screen:\n\/repo\$$/);
});

test('an answer without commands looks, and warnings come before what is seen', () => {
  const at = begin(id);
  play(at, terminus, saying(`So:\n${json({ plan: 7 })}`), () => shown('/repo$'));
  assert.deepEqual(calls(at)[0]?.args, { keys: [] });
  assert.equal(
    heard(at),
    "Previous response had warnings:\nWARNINGS: - Extra text detected before JSON object\n- Field 'plan' should be a string\n\nNew Terminal Output:\n\n/repo$",
  );
});

test('what cannot be read is told with its warnings, stays in the history, and ends the work when it goes on', () => {
  const at = begin(id);
  const end = play(at, terminus, saying('ls', 'ls', json(), ...Array.from({ length: 5 }, () => 'ls')), () =>
    shown('/repo$'),
  );
  assert.equal(
    told(at)[0],
    'Previous response had parsing errors:\nERROR: No valid JSON found in response\nWARNINGS: - No valid JSON object found\n\nPlease fix these issues and provide a proper JSON response.',
  );
  assert.deepEqual(terminus.encode(at.entries).messages.slice(1, 3).map(textIn), ['ls', told(at)[0]]);
  assert.deepEqual([told(at).length, end.kind], [6, 'stop']);
});

test('XML is asked for in its own words', () => {
  const at = begin('terminus-2-xml');
  play(at, inXml, saying('ls'));
  assert.match(told(at)[0] ?? '', /ERROR: No <response> tag found\n\nPlease .* provide a proper response\.$/);
});

test('the flag set twice, one answer after the other, ends the work with the words of the second; its commands run first', () => {
  const at = begin(id);
  const sure = json({ analysis: 'Add totals\n\nThey were subtracted.', commands: ls, task_complete: true });
  const end = play(at, terminus, saying(json({ task_complete: true }), sure), () => shown('/repo$'));
  assert.deepEqual(end, { kind: 'finish', title: 'Add totals', body: 'They were subtracted.' });
  assert.equal(calls(at).length, 2);
  const question = textIn(terminus.encode(at.entries).messages[2]);
  assert.match(question, /^Current terminal state:\nNew Terminal Output:\n\n\/repo\$\n\nAre you sure /);
  assert.doesNotMatch(heard(at), /sure/);
});

test('an answer without the flag in between takes it back, one that nobody could read does not', () => {
  const done = json({ task_complete: 'yes' });
  const ends = (...said: string[]) => play(begin(id), terminus, saying(...said), () => shown('x')).kind;
  assert.equal(ends(done, json(), done), 'ask');
  assert.equal(ends(done, 'sure', done), 'finish');
  assert.equal(ends(done), 'ask');
  const at = begin(id);
  play(at, terminus, saying(done, done), () => shown('x'));
  at.record(
    { type: 'round.judged', again: true, why: '', tell: 'The tests fail.' },
    { type: 'round.opened' },
  );
  assert.equal(play(at, terminus, saying(done), () => shown('x')).kind, 'ask');
});

test('of an answer that was cut off nothing is done in JSON; in XML what stands whole before the cut is', () => {
  const at = begin(id);
  const cut = (said: string) => ({ ...reply(text(said)), cut: true });
  play(at, terminus, [cut(`${json({ commands: ls })} and`)]);
  assert.match(
    told(at)[0] ?? '',
    /^ERROR!! NONE of the actions .* smaller chunks\.\n\nParser warnings .*:\n- Extra text/,
  );
  const whole = xml('<keystrokes duration="1">ls\n</keystrokes>');
  const other = begin('terminus-2-xml');
  play(other, inXml, [cut(`${whole}\n\nNow I`), cut(whole.slice(0, -20))], () => shown('x'));
  assert.deepEqual(
    calls(other).map(({ args }) => args),
    [{ keys: [{ text: 'ls\n', seconds: 1 }] }],
  );
  assert.match(told(other)[0] ?? '', /^ERROR!! NONE /);
});

test('a new sitting opens a new terminal, a new round asks for the one that it had', () => {
  const at = begin(id);
  play(at, terminus, saying(json({ commands: ls })), () => shown('x'));
  at.record(
    { type: 'round.judged', again: true, why: '', tell: 'The tests fail.' },
    { type: 'round.opened' },
  );
  play(at, terminus, saying(json({ commands: ls })), () => shown('/repo$', { lost: true, fresh: false }));
  assert.equal(calls(at).at(-1)?.args['handle'], '1');
  assert.match(heard(at), /^The terminal that you used is gone.*\n\nCurrent Terminal Screen:\n\/repo\$$/);
  sit(at, id);
  play(at, terminus, saying(json({ commands: ls })), () => shown('x'));
  assert.equal(calls(at).at(-1)?.args['handle'], undefined);
});

test('reasoning and calls in an answer are not sent again', () => {
  const at = begin(id);
  const thought = { kind: 'thinking', text: 'hmm' } as const;
  const call = { kind: 'call', id: 'x', name: 'answer', args: {} } as const;
  play(at, terminus, [reply(thought, text(json()), call)], () => shown('x'));
  assert.deepEqual(terminus.encode(at.entries).messages[1], {
    role: 'assistant',
    items: [{ kind: 'text', text: json() }],
  });
});

test('what was typed in the other notation is told in this one, and other tools in plain text', async () => {
  const at = begin('terminus-2-xml');
  play(at, inXml, saying(xml('<keystrokes duration="1">ls\n</keystrokes>')), () => shown('a.js'));
  at.record(chosen(id));
  const prompt = terminus.encode(at.entries);
  assertValid(prompt);
  const written = JSON.stringify({ analysis: '', plan: '', commands: [{ keystrokes: 'ls\n', duration: 1 }] });
  assert.deepEqual(prompt.messages.slice(1).map(textIn), [written, 'New Terminal Output:\n\na.js']);
  const fromNative = begin('native');
  const native = await harness('native');
  const call = { kind: 'call', id: 'x', name: 'exec_command', args: { cmd: 'ls' } } as const;
  play(fromNative, native, [reply(text('Now.'), call), reply(text('Done.'))]);
  fromNative.record(chosen('terminus-2-xml'));
  const [words = '', remark = ''] = inXml.encode(fromNative.entries).messages.slice(1).map(textIn);
  assert.equal(words, 'Now.');
  assert.match(remark, /^Earlier, exec was used with \{.*"command":"ls".*\}\. The result was: \{/);
});

test('of many warnings the first are told', () => {
  const at = begin(id);
  const commands = Array.from({ length: 300 }, () => ({ keystrokes: 'x'.repeat(9) }));
  play(at, terminus, saying(json({ commands })), () => shown('x'));
  assert.ok(heard(at).length < 5000);
  assert.match(heard(at), /\n- 579 more of these\n/);
});
