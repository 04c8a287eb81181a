import assert from 'node:assert/strict';
import { test } from 'node:test';
import { only } from '../../../src/core/session.ts';
import {
  assertValid,
  begin,
  block,
  call,
  callsIn,
  chosen,
  garbled,
  harness,
  play,
  ran,
  reply,
  sit,
  text,
  textIn,
} from '../play.ts';

const native = await harness('native');
const mini = await harness('mini-swe-agent');
const sentinel = 'COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT';
const run = (command: string, id?: string) => call('exec_command', { cmd: command }, id);
const bash = (command: string, id?: string) => call('bash', { command }, id);

test('a command travels to the tool in our names and units', () => {
  const at = begin('native');
  play(at, native, [
    reply(call('exec_command', { cmd: 'make', workdir: 'lib', tty: true, yield_time_ms: 2500, login: true })),
    reply(call('write_stdin', { session_id: 3, chars: 'y\n' })),
    reply(
      call('update_plan', {
        plan: [
          { step: 'Look', status: 'completed' },
          { step: 'Mend', status: 'in_progress' },
        ],
      }),
    ),
    reply(call('apply_patch', { input: '*** Begin Patch' })),
  ]);
  assert.deepEqual(
    only(at.entries, 'tool.called').map(({ call: { tool, args } }) => [tool, args]),
    [
      ['exec', { command: 'make', folder: 'lib', terminal: true, yield_seconds: 2.5 }],
      ['input', { handle: '3', text: 'y\n', wait_seconds: 1 }],
      [
        'todo',
        {
          items: [
            { text: 'Look', status: 'done' },
            { text: 'Mend', status: 'in_progress' },
          ],
        },
      ],
      ['patch', { patch: '*** Begin Patch' }],
    ],
  );
});

test('an answer without calls is the end: its first line is the title', () => {
  const end = play(begin('native'), native, [reply(text('Round totals\n\nThey were cut off.\n'))]);
  assert.deepEqual(end, { kind: 'finish', title: 'Round totals', body: 'They were cut off.' });
});

test('an answer that is empty, or was cut off at the length limit, is not the end', () => {
  const at = begin('native');
  const answers = [reply(text(' ')), { ...reply(text('Half a sen')), cut: true }];
  assert.deepEqual(play(at, native, answers), { kind: 'ask' });
  const told = only(at.entries, 'model.told').map((entry) => entry.text);
  assert.match(told[0] ?? '', /empty/);
  assert.match(told[1] ?? '', /cut off/);
});

test('a harness that ends by output never takes plain words for the end', () => {
  const at = begin('mini-swe-agent');
  assert.deepEqual(play(at, mini, [reply(text('All done.'))]), { kind: 'ask' });
  assert.match(
    only(at.entries, 'model.told')[0]?.text ?? '',
    /^<error>\nYour answer had no tool call\.\n<\/error>/,
  );
});

test('the output ends the work, never the command; only as the first line, and only with exit code 0', () => {
  const end = (said: string, over = {}) =>
    play(begin('mini-swe-agent'), mini, [reply(text('My words.\nMore.'), bash('any'))], () =>
      ran(said, over),
    );
  assert.deepEqual(end(`\n${sentinel} \nTitle\n\nbody\n`), { kind: 'finish', title: 'Title', body: 'body' });
  assert.deepEqual(end(sentinel), { kind: 'finish', title: 'My words.', body: 'More.' });
  assert.deepEqual(end(`${sentinel}\ndiff --git a/x b/x\n`), {
    kind: 'finish',
    title: 'My words.',
    body: 'More.',
  });
  assert.deepEqual(end(`ok\n${sentinel}`), { kind: 'ask' });
  assert.deepEqual(end(`echo ${sentinel}`), { kind: 'ask' });
  assert.deepEqual(end(sentinel, { code: 1 }), { kind: 'ask' });
  assert.deepEqual(end(sentinel, { code: null, killed: 'timeout' }), { kind: 'ask' });
});

test('a command that ends the work keeps the calls after it from running', () => {
  const at = begin('mini-swe-agent');
  play(at, mini, [reply(bash('one', 'a'), bash(sentinel, 'b'), bash('three', 'c'))]);
  assert.deepEqual(
    only(at.entries, 'tool.called').map((entry) => entry.call.args['command']),
    ['one', sentinel],
  );
  sit(at, 'mini-swe-agent', { ask: 'And now?' });
  const prompt = mini.encode(at.entries);
  assertValid(prompt);
  assert.deepEqual(JSON.parse(textIn(prompt.messages.at(-2))), {
    returncode: -1,
    output: '',
    exception_info: 'This command was not executed.',
  });
});

test('one bad call spoils an answer where every answer has to be right', () => {
  const wrong = [
    [call('shell', { command: 'ls' }), /There is no tool `shell`\. There is: bash\./],
    [call('bash', {}), /`command` is missing/],
    [call('bash', { command: 7 }), /`command` is not a string/],
    [garbled('bash', '{"command":"l'), /not a JSON object/],
  ] as const;
  for (const [bad, words] of wrong) {
    const at = begin('mini-swe-agent');
    play(at, mini, [reply(bash('ls', 'good'), bad)]);
    assert.deepEqual(only(at.entries, 'tool.called'), []);
    assert.match(only(at.entries, 'model.told')[0]?.text ?? '', words);
    const prompt = mini.encode(at.entries);
    assertValid(prompt);
    assert.equal(prompt.messages.at(-1)?.role, 'user');
  }
});

test('each bad call is answered by itself where that is the rule, and the good ones run', () => {
  const at = begin('native');
  const answer = reply(
    garbled('exec_command', '{"cmd":"l'),
    call('nope', {}, 'n'),
    call('exec_command', {}, 'm'),
    run('ls', 'g'),
  );
  play(at, native, [{ ...answer, cut: true }]);
  assert.deepEqual(
    only(at.entries, 'tool.called').map((entry) => entry.call.args['command']),
    ['ls'],
  );
  const prompt = native.encode(at.entries);
  assertValid(prompt);
  assert.deepEqual(
    callsIn(prompt).map(({ args }) => args),
    [{}, {}, {}, { cmd: 'ls' }],
  );
  assert.deepEqual(prompt.messages.slice(-4, -1).map(textIn), [
    'The arguments of `exec_command` are not a JSON object. The answer was cut off at the length limit: say less in one go.',
    'There is no tool `nope`. There is: exec_command, write_stdin, apply_patch, update_plan.',
    'The arguments of `exec_command` are wrong: `cmd` is missing.',
  ]);
});

test('three answers in a row that nothing can be done with end the work; a good one starts the count anew', () => {
  const bad = reply(text('nothing'));
  const good = reply(bash('ls'));
  const why = 'The model gave 3 answers in a row that nothing could be done with.';
  assert.deepEqual(play(begin('mini-swe-agent'), mini, [bad, bad, bad, bad]), { kind: 'stop', why });
  assert.deepEqual(play(begin('mini-swe-agent'), mini, [bad, bad, good, bad, bad]), { kind: 'ask' });
  const unknown = reply(call('nope', {}));
  assert.deepEqual(play(begin('native'), native, [unknown, unknown, unknown]), { kind: 'stop', why });
  assert.deepEqual(play(begin('native'), native, [unknown, reply(run('ls')), unknown, unknown]), {
    kind: 'ask',
  });
});

test('a call that was cut off is answered once something comes after it', () => {
  const at = begin('native');
  at.record({ type: 'model.replied', reply: reply(run('ls', 'x'), run('pwd', 'y')) });
  const [one] = (native.next(at.entries) as Extract<ReturnType<typeof native.next>, { kind: 'act' }>).calls;
  assert.ok('tool' in one);
  at.record({ type: 'tool.called', call: one });
  at.record({ type: 'tool.returned', call: one.id, result: ran('a b') });
  at.record({ type: 'work.stopped', because: 'cancelled', why: 'The run was cancelled.' });
  sit(at, 'native', { ask: 'Go on.' });
  const prompt = native.encode(at.entries);
  assertValid(prompt);
  assert.deepEqual(prompt.messages.slice(-2).map(textIn), ['aborted', 'Go on.']);
});

test('items keep their order, and opaque ones go back to the same wire and model only', () => {
  const at = begin('native');
  const opaque = (model: string) => ({ kind: 'opaque', wire: 'chat', model, json: { sign: 'x' } }) as const;
  play(at, native, [
    reply({ kind: 'thinking', text: 'hm' }, opaque('m'), text('So.'), run('ls')),
    reply(opaque('n'), run('pwd')),
  ]);
  const kinds = () =>
    native
      .encode(at.entries)
      .messages.flatMap((message) =>
        message.role === 'assistant' ? [message.items.map(({ kind }) => kind)] : [],
      );
  assert.deepEqual(kinds(), [['thinking', 'opaque', 'text', 'call'], ['call']]);
  at.record(chosen('native', 'n'));
  assert.deepEqual(kinds(), [
    ['thinking', 'text', 'call'],
    ['opaque', 'call'],
  ]);
  at.record(chosen('native', 'm', 'messages'));
  assert.deepEqual(kinds(), [['thinking', 'text', 'call'], ['call']]);
});

test('calls without an id of their own, or with the same one twice, get ours', () => {
  const at = begin('native');
  play(at, native, [reply(run('a', ''), run('b', 'same'), run('c', 'same'))]);
  const prompt = native.encode(at.entries);
  assertValid(prompt);
  assert.deepEqual(
    callsIn(prompt).map(({ id }) => id),
    ['c6_0', 'same', 'c6_2'],
  );
});

test('an answer that says nothing is not sent back', () => {
  const at = begin('native');
  play(at, native, [reply({ kind: 'thinking', text: 'hm' }), reply(run('ls'))]);
  const roles = native.encode(at.entries).messages.map(({ role }) => role);
  assert.deepEqual(roles, ['system', 'user', 'user', 'user', 'assistant', 'tool']);
});

test('a message is made once and given again as the same object', () => {
  const at = begin('native');
  play(at, native, [reply(run('a')), reply(run('b'))]);
  const before = native.encode(at.entries).messages;
  play(at, native, [reply(run('c'))]);
  const after = native.encode(at.entries).messages;
  // The last turn of the shorter log has been closed by what came after it.
  for (const [index, message] of before.slice(0, -2).entries()) assert.equal(after[index], message);
});

test('what another harness did is told in this one’s names; what it has no tool for, in plain words', () => {
  const at = begin('native');
  play(at, native, [
    reply(text('Look.'), call('exec_command', { cmd: 'ls', yield_time_ms: 500 })),
    reply(call('apply_patch', { input: 'P' })),
  ]);
  at.record(chosen('mini-swe-agent'));
  const prompt = mini.encode(at.entries);
  assertValid(prompt);
  assert.deepEqual(
    callsIn(prompt).map(({ name, args }) => [name, args]),
    [['bash', { command: 'ls' }]],
  );
  assert.equal(prompt.messages.at(-1)?.role, 'user', 'the model shall not learn to write so');
  assert.match(
    textIn(prompt.messages.at(-1)),
    /^Earlier, patch was used with \{"patch":"P"\}\. The result was: \{/,
  );
  at.record(chosen('native'));
  assert.deepEqual(
    callsIn(native.encode(at.entries)).map(({ name }) => name),
    ['exec_command', 'apply_patch'],
  );
});

test('a text protocol’s blocks become calls, and its complaints about form are left out', async () => {
  const fenced = await harness('mini-swe-agent-text');
  const at = begin('mini-swe-agent-text');
  play(at, fenced, [
    reply(text(`Look.\n\n${block('ls')}`)),
    reply(text('no block')),
    reply(text(block('cat a'))),
  ]);
  at.record(chosen('native'));
  const prompt = native.encode(at.entries);
  assertValid(prompt);
  assert.deepEqual(
    callsIn(prompt).map(({ name, args }) => [name, args]),
    [
      ['exec_command', { cmd: 'ls' }],
      ['exec_command', { cmd: 'cat a' }],
    ],
  );
  assert.doesNotMatch(JSON.stringify(prompt.messages), /mswea|blocks/);
  assert.match(JSON.stringify(prompt.messages), /Look\./);
});

test('ids of calls go back with signs that every provider takes, and no two alike in an answer', () => {
  const at = begin('native');
  play(at, native, [reply(run('a', 'functions.exec_command:0'), run('b', 'functions_exec.command:0'))]);
  const ids = callsIn(native.encode(at.entries)).map(({ id }) => id);
  assert.equal(ids[0], 'functions_exec_command_0');
  assert.match(ids[1] ?? '', /^c\d+_1$/);
  assertValid(native.encode(at.entries));
});
