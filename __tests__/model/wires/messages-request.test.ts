import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messagesViolationsOf, signatureOf } from '../../../sim/model/wires/messages-violations.ts';
import type { Message, Prompt, Said } from '../../../src/core/model.ts';
import { type Dialect, messagesRequests } from '../../../src/model/wires/messages-request.ts';
import { bash } from '../ask-sim.ts';

const plain: Dialect = { mostTokens: null, thinking: 'as-asked', caches: true, signed: true };
const user = (text: string): Message => ({ role: 'user', text });
const assistant = (...items: Said[]): Message => ({ role: 'assistant', items });
const call = (id: string, name = 'bash'): Said => ({ kind: 'call', id, name, args: { command: 'ls' } });
const result = (id: string, text = 'ok', ok = true): Message => ({ role: 'tool', call: id, ok, text });
const prompt = (...messages: Message[]): Prompt => ({
  messages,
  tools: [bash],
  options: { max_tokens: 100 },
});

function bodyOf(asked: Prompt, dialect = plain) {
  const body = JSON.parse(Buffer.concat(messagesRequests('m', dialect)(asked)).toString());
  assert.deepEqual(messagesViolationsOf(body), []);
  return body as {
    system?: unknown;
    messages: { role: string; content: Record<string, unknown>[] }[];
  } & Record<string, unknown>;
}
const shapeOf = (asked: Prompt) =>
  bodyOf(asked).messages.map(({ role, content }) => [role, ...content.map(({ type }) => type)]);

test('what is constant comes first: parameters, tools, the system prompt with its mark', () => {
  const body = bodyOf(prompt({ role: 'system', text: 'You mend.' }, user('Hi')));
  assert.deepEqual(Object.keys(body), ['model', 'max_tokens', 'stream', 'tools', 'system', 'messages']);
  assert.deepEqual(body.system, [{ type: 'text', text: 'You mend.', cache_control: { type: 'ephemeral' } }]);
  assert.deepEqual(body['tools'], [
    { name: 'bash', description: bash.description, input_schema: bash.parameters },
  ]);
});

test('messages of the same side are one, results before what is said beside them', () => {
  const told = [user('Hi'), assistant(call('a'), call('b')), result('a'), result('b'), user('Hurry.')];
  assert.deepEqual(shapeOf(prompt(user('First.'), ...told)), [
    ['user', 'text', 'text'],
    ['assistant', 'tool_use', 'tool_use'],
    ['user', 'tool_result', 'tool_result', 'text'],
  ]);
});

test('a result that failed says so, and one of a success says nothing of it', () => {
  const { messages } = bodyOf(
    prompt(user('Hi'), assistant(call('a'), call('b')), result('a', '', false), result('b')),
  );
  const [failed, fine] = messages[2]?.content ?? [];
  assert.deepEqual(failed, { type: 'tool_result', tool_use_id: 'a', content: '', is_error: true });
  assert.equal('is_error' in (fine ?? {}), false);
});

test('a text that says nothing is left out, and with it a message of nothing else', () => {
  const nothing = assistant({ kind: 'text', text: ' \n' }, { kind: 'thinking', text: 'Unsigned.' });
  assert.deepEqual(shapeOf(prompt(user('Hi'), nothing, user(''), user('Go on.'))), [
    ['user', 'text', 'text'],
  ]);
});

test('names and ids that this wire does not take are written so that it does, on both sides', () => {
  const odd = prompt(user('Hi'), assistant(call('functions.bash:0', 'my tool')), result('functions.bash:0'));
  const [, answer, told] = bodyOf(odd).messages;
  assert.equal(answer?.content[0]?.['id'], 'functions_bash_0');
  assert.equal(answer?.content[0]?.['name'], 'my_tool');
  assert.equal(told?.content[0]?.['tool_use_id'], 'functions_bash_0');
});

test('a model with a budget for thinking gets none while results go back to calls without signed thoughts, a word behind them or not', () => {
  const enabled: Dialect = { ...plain, thinking: 'enabled' };
  const opaque: Said = {
    kind: 'opaque',
    wire: 'messages',
    model: 'm',
    json: { type: 'thinking', thinking: 'Hm.', signature: signatureOf('Hm.') },
  };
  const options = { max_tokens: 4096, thinking: { type: 'adaptive' } };
  const thinks = (dialect: Dialect, ...messages: Message[]) =>
    bodyOf({ ...prompt(user('Hi'), ...messages), options }, dialect)['thinking'] !== undefined;
  const thought = [assistant(opaque, call('a')), result('a')];
  const thoughtless = [assistant(call('a')), result('a')];
  assert.equal(thinks(enabled), true);
  assert.equal(thinks(enabled, ...thought), true);
  assert.equal(thinks({ ...enabled, signed: false }, ...thought), false);
  assert.equal(thinks(enabled, ...thoughtless), false);
  assert.equal(thinks(enabled, ...thoughtless, user('Go on.')), false);
  assert.equal(
    thinks(enabled, ...thoughtless, assistant({ kind: 'text', text: 'Done.' }), user('More.')),
    true,
  );
});

test('a server without a cache of ours gets no marks, and the output that a model can give is never exceeded', () => {
  const asked = prompt({ role: 'system', text: 'You mend.' }, user('Hi'));
  assert.doesNotMatch(JSON.stringify(bodyOf(asked, { ...plain, caches: false })), /cache_control/);
  assert.equal(bodyOf(asked, { ...plain, mostTokens: 50 })['max_tokens'], 50);
  assert.equal(bodyOf(asked, { ...plain, mostTokens: 5000 })['max_tokens'], 100);
});
