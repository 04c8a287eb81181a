import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gather, layFiles } from '../../src/context/index.ts';
import { OiError } from '../../src/core/errors.ts';
import type { Circumstances } from '../../src/core/forge.ts';
import type { Harness } from '../../src/core/harness.ts';
import type { Model } from '../../src/core/model.ts';
import type { Attempt, Sandbox } from '../../src/core/sandbox.ts';
import { last, only } from '../../src/core/session.ts';
import type { Settings } from '../../src/core/task.ts';
import { openSession } from '../../src/session/log.ts';
import { memoryBlobs } from '../support/blobs.ts';
import { about, command, planOf, pullAbout, remark, settings, task } from './around.ts';

const neverAsked = (): never => assert.fail('never asked');
const spoken: Harness = {
  id: '',
  wires: ['chat'],
  tools: [],
  outline: null,
  watchesRepeats: false,
  encode: neverAsked,
  next: neverAsked,
};
const machine = { os: 'Linux', release: '6.1', arch: 'x86_64', shell: '/bin/bash' };

function stage(
  circumstances: Circumstances,
  over: { secret?: string; model?: Model | Error; own?: object; why?: (id: string) => string } = {},
) {
  const calls: string[] = [];
  const session = openSession('issue-12', [], {
    now: () => new Date(0),
    hide: (text) => text,
    keep: () => {},
  });
  const model =
    over.model ??
    ({
      id: 'some-model',
      wire: 'chat',
      ask: neverAsked,
      affordable: neverAsked,
      outgoing: neverAsked,
    } as Model);
  const at = {
    clock: { now: () => new Date('2026-01-02T23:59:59Z') },
    machine,
    nonce: () => 'f00d',
    model: async () => (model instanceof Error ? Promise.reject(model) : model),
    chooseHarness: async ({ model: id, harness: asked }: Pick<Settings, 'model' | 'harness'>) => ({
      id: `for-${id}`,
      why: `asked: ${asked}`,
      own: over.own ?? null,
    }),
    harness: async ({ harness: id }: { harness: string }) => ({ ...spoken, id }),
    chooseWire: async (id: string) => ({ wire: 'chat' as const, why: over.why?.(id) ?? '' }),
    blobs: memoryBlobs(over.secret),
    forge: {
      circumstances: async () => {
        calls.push('circumstances');
        return circumstances;
      },
      review: async () => {
        calls.push('review');
        return { remarks: [], files: ['src/a.ts'] };
      },
    },
    workspace: {
      folder: '/home/me/project',
      notes: Promise.resolve([]),
      read: async (path: string) =>
        path === 'src/AGENTS.md' || path === 'AGENTS.md' ? Buffer.from(path) : null,
      list: async () => [],
      look: neverAsked,
    },
  };
  return { session, at, calls };
}

/** A sandbox that only keeps what is written. */
function shelf(result: Attempt<{ existed: boolean }> = { ok: true, value: { existed: false } }) {
  const written = new Map<string, string>();
  const write = async (path: string, content: Uint8Array) => {
    written.set(path, Buffer.from(content).toString());
    return result;
  };
  return { written, sandbox: Promise.resolve({ files: { write } } as unknown as Sandbox) };
}

const chosenIn = ({ session }: ReturnType<typeof stage>) =>
  only(session.entries, 'harness.chosen').map(({ harness, model, why, asked }) => ({
    harness,
    model,
    why,
    asked,
  }));

test('what a command asks for works in place of what is set, and the fact says so', async () => {
  const made = stage(about([command()]));
  const choice = { model: 'dear-model', harness: 'pi' };
  await gather(made.session, planOf({ ...task(), choice }), settings, made.at);
  assert.deepEqual(chosenIn(made), [
    {
      harness: 'for-dear-model',
      model: 'dear-model',
      why: 'The command asks for this model. The command asks for this harness.',
      asked: undefined,
    },
  ]);
});

test('the key that was given for the model that is set is asked for in the place of that one alone', async () => {
  const asked: unknown[] = [];
  const made = stage(about([command()]));
  const model = async (id: string, how: object) => {
    asked.push([id, how]);
    return made.at.model();
  };
  const plan = planOf({ ...task(), choice: { model: 'dear-model' } });
  await gather(made.session, plan, { ...settings, fallback: ['other'] }, { ...made.at, model });
  assert.deepEqual(asked, [
    ['dear-model', { wire: 'chat', insteadOf: 'some-model' }],
    ['other', { wire: 'chat', insteadOf: 'some-model' }],
  ]);
});

test('a run that goes on with a sitting and asks for others switches once, and back', async () => {
  const made = stage(about([command()]));
  const plan = planOf(task());
  const go = (over: Partial<Settings> = {}) => gather(made.session, plan, { ...settings, ...over }, made.at);
  made.session.record({ type: 'sitting.opened', plan, settings });
  await go();
  await go({ harness: 'pi' });
  await go({ harness: 'pi' });
  await go();
  assert.deepEqual(
    chosenIn(made).map(({ why, asked }) => [why, asked]),
    [
      ['asked: null', undefined],
      ['asked: pi', { model: 'some-model', harness: 'pi' }],
      ['asked: null', { model: 'some-model', harness: null }],
    ],
  );
});

test('all that a prompt depends on becomes three facts, in this order', async () => {
  const { session, at } = stage(about([command()]));
  await gather(session, planOf(task()), settings, at);
  const facts = session.entries
    .slice(1)
    .map(({ seq: _, at: __, sitting: ___, round: ____, ...fact }) => fact);
  assert.deepEqual(facts.slice(0, 2), [
    {
      type: 'harness.chosen',
      harness: 'for-some-model',
      model: 'some-model',
      wire: 'chat',
      why: 'asked: null',
    },
    { type: 'environment.seen', date: '2026-01-02', ...machine, folder: '/home/me/project' },
  ]);
  const context = last(session.entries, 'context.gathered');
  assert.deepEqual([context?.nonce, context?.hidden, context?.files], ['f00d', 0, []]);
  assert.deepEqual(context?.instructions, [{ path: 'AGENTS.md', text: 'AGENTS.md' }]);
  assert.equal(context?.sources.length, 2);
});

test('the folders are looked at for a harness that shows them, and for no other', async () => {
  const { session, at } = stage(about([command()]));
  const outline = { first: 'files', widths: null, items: 20, closed: [] } as const;
  const looking = {
    ...at,
    harness: async () => ({ ...spoken, outline }),
    workspace: { ...at.workspace, look: async () => [{ name: 'a.txt', folder: false, file: true }] },
  };
  const destination = { kind: 'pull', branch: 'oi/issue-12', head: null, into: 'main', pull: null } as const;
  await gather(session, { ...planOf(task()), destination }, settings, looking);
  const fork = stage(about([command()])).session;
  await gather(fork, planOf(task()), settings, looking);
  assert.equal(last(fork.entries, 'environment.seen')?.outline, undefined, 'T27: a stranger names files');
  assert.deepEqual(last(session.entries, 'environment.seen')?.outline, {
    files: ['a.txt'],
    folders: [],
    left: { files: 0, folders: 0 },
  });
});

test('gathering again in the same sitting asks nothing and records nothing', async () => {
  const { session, at, calls } = stage(about([command()]));
  await gather(session, planOf(task()), settings, at);
  const before = session.entries.length;
  await gather(session, planOf(task()), settings, at);
  assert.deepEqual([session.entries.length, calls], [before, ['circumstances']]);
});

test('a pull request costs one more question, and its folders’ instructions are read', async () => {
  const { session, at, calls } = stage(pullAbout([command()]));
  await gather(session, planOf(task('pull')), settings, at);
  assert.deepEqual(calls.toSorted(), ['circumstances', 'review']);
  const context = last(session.entries, 'context.gathered');
  assert.deepEqual(
    context?.instructions.map(({ path }) => path),
    ['AGENTS.md', 'src/AGENTS.md'],
  );
});

test('in a folder of one’s own there are instructions and no sources', async () => {
  const { session, at } = stage({ kind: 'folder' });
  const made = { ...task(), origin: { kind: 'terminal', session: 's' } } as const;
  await gather(session, planOf(made), settings, at);
  const context = last(session.entries, 'context.gathered');
  assert.deepEqual([context?.instructions.length, context?.sources, context?.files], [1, [], []]);
});

const many = Array.from({ length: 300 }, (_, n) => remark(n, `remark ${n} ${'x'.repeat(200)}`));

test('what the prompt does not hold lies in the sandbox, as JSON, with author and standing', async () => {
  const { session, at } = stage(about([...many, command()]));
  await gather(session, planOf(task()), settings, at);
  const { written, sandbox } = shelf();
  await layFiles(session.entries, { sandbox, blobs: at.blobs });
  const [file] = last(session.entries, 'context.gathered')?.files ?? [];
  const sources = JSON.parse(written.get(file?.path ?? '') ?? '') as {
    text: string;
    author: string;
    trusted: boolean;
  }[];
  assert.equal(file?.path, '/tmp/oi-context/thread.json');
  assert.deepEqual(
    [sources[0]?.text, sources[0]?.author, sources[0]?.trusted],
    [many[0]?.body, 'mallory', false],
  );
});

test('where nothing is for files, no sandbox is waited for', async () => {
  const { session, at } = stage(about([command()]));
  await gather(session, planOf(task()), settings, at);
  await layFiles(session.entries, { sandbox: new Promise<Sandbox>(() => {}), blobs: at.blobs });
});

test('a sandbox that does not take the files ends the run with a code', async () => {
  const { session, at } = stage(about([...many, command()]));
  await gather(session, planOf(task()), settings, at);
  const { sandbox } = shelf({ ok: false, why: 'no space left' });
  await assert.rejects(layFiles(session.entries, { sandbox, blobs: at.blobs }), { code: 'sandbox.lost' });
});

test('a file that would hold a live secret is kept nowhere', async () => {
  const { session, at } = stage(about([remark(1, `s3cr3t-value ${'x'.repeat(5000)}`), command()]), {
    secret: 's3cr3t-value',
  });
  await gather(session, planOf(task()), settings, at);
  assert.deepEqual(last(session.entries, 'context.gathered')?.files, []);
});

test('when the model cannot be had, that is the error, and nothing is left behind unhandled', async () => {
  const missing = new OiError('key.missing', 'There is no key.', 'Set one.');
  const { session, at } = stage(about([command()]), { model: missing });
  at.forge.circumstances = async () => Promise.reject(new Error('also down'));
  await assert.rejects(gather(session, planOf(task()), settings, at), { code: 'key.missing' });
  assert.equal(only(session.entries, 'harness.chosen').length, 0);
});

test('a harness of the repository’s own is kept as it was; one that holds a secret is not', async () => {
  const { session, at } = stage(about([command()]), { own: { id: 'ours', system: 'Be good.' } });
  await gather(session, planOf(task()), settings, at);
  const own = last(session.entries, 'harness.chosen')?.own ?? 'none';
  assert.equal(Buffer.from(await at.blobs.get(own)).toString(), '{"id":"ours","system":"Be good."}');
  const leaky = stage(about([command()]), { own: { system: 'My key is s3cr3t.' }, secret: 's3cr3t' });
  await assert.rejects(gather(leaky.session, planOf(task()), settings, leaky.at), {
    code: 'harness.invalid',
    happened: 'The harness for-some-model holds a secret of this run.',
  });
  assert.equal(last(leaky.session.entries, 'harness.chosen'), undefined);
});
