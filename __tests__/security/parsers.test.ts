// Whatever strangers, models and damaged disks say, a parser answers or says what is wrong, and soon.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { OiError } from '../../src/core/errors.ts';
import type { Json } from '../../src/core/json.ts';
import { concern } from '../../src/entry/concern.ts';
import { parseConfig } from '../../src/entry/config.ts';
import { toEvent } from '../../src/forge/github/event.ts';
import { markOf } from '../../src/forge/github/mark.ts';
import { lastBlock } from '../../src/harness/commands/last-block.ts';
import { shellWords } from '../../src/harness/commands/shell-words.ts';
import { readHarnessFolder } from '../../src/harness/load/folder.ts';
import { readSource } from '../../src/harness/load/source.ts';
import { parseBaseUrl } from '../../src/model/base-url.ts';
import { parseHandover } from '../../src/publish/handover.ts';
import { readLog } from '../../src/session/read.ts';
import { parsePatch } from '../../src/tools/editing/patch-format.ts';
import { parseCommand } from '../../src/triggers/command.ts';
import { mayConcern } from '../../src/triggers/prefilter.ts';

const size = 64 * 1024;
const run = { id: '7', workflow: 'nightly', branch: 'main', prompt: 'Tidy up.' };
const names = { trigger: '/oi', label: 'oi' };
const entry = (over: object) => JSON.stringify({ seq: 1, at: '', sitting: 0, round: 0, ...over });
const shelf = (text: string) => ({
  read: async (path: string) => (path === 'x/harness.yml' ? text : null),
  shown: (path: string) => path,
  ids: async () => ['x'],
});

/** The codes that each may end with: anything else that is thrown is a crash. `pieces`: what its language is made of. */
type Parser = {
  read(text: string): unknown;
  codes?: readonly string[];
  pieces: readonly string[];
};

const yaml = [
  '[]',
  '{a: ',
  'a: b\n',
  '- a\n',
  '? - ',
  '[[',
  'a: ',
  '- ',
  '{',
  '}',
  '[',
  ']',
  '&a ',
  '*a',
  '!!',
  '|\n',
  '>-\n',
  '"',
  "'",
  '? ',
  '#',
  '---\n',
  '<<: ',
];
const parsers: Record<string, Parser> = {
  'the command': {
    read: (text) => parseCommand(`/oi ${text}`, '/oi', 'pull'),
    pieces: ['fix ', '--model ', '--harness=', '-- ', '—', '`', '> ', '```\n', '<!--', 'a'.repeat(40)],
  },
  'what comes before the command': {
    read: (text) => mayConcern(text, '/oi'),
    pieces: ['/oi', ' ', '\n', '\r', '/OI fix', ':'],
  },
  'the mark of our comments': { read: markOf, pieces: ['<!-- oi:', ' -->', 'answer:comment-1', '<!--'] },
  'the settings file': {
    read: (text) => parseConfig('.github/oi.yml', text),
    codes: ['config.invalid'],
    pieces: [...yaml, 'bots: ', 'verify: ', 'protect: ', 'model: ', '1', 'limits:\n  '],
  },
  'a harness’s YAML': {
    read: (text) => readSource('x', 'harness.yml', text),
    pieces: [...yaml, 'extends: ', 'tools:\n  ', 'codec:\n  ', '__proto__: '],
  },
  'a harness’s folder': {
    read: (text) => readHarnessFolder('x', shelf(text)),
    codes: ['harness.invalid', 'harness.unknown'],
    pieces: [...yaml, 'extends: ', 'tools:\n  ', 'codec:\n  ', 'name: tool-calls\n', 'system: system.md\n'],
  },
  'the log of a session': {
    read: (text) => readLog('s', Buffer.from(`${text}\n`)),
    codes: ['session.damaged', 'session.newer'],
    pieces: [
      entry({ type: 'session.opened', version: 1, id: 's' }),
      entry({ type: 'round.opened' }),
      '\n',
      '{',
      '"',
      'null',
    ],
  },
  'the base URL': {
    read: (text) => parseBaseUrl(text, 'chat'),
    codes: ['input.invalid'],
    pieces: ['https://', 'http:', 'user:pass@', '/v1', '/chat/completions', '?', '#', '%00', '[::1]', '..'],
  },
  'a patch': {
    read: parsePatch,
    pieces: ['*** Begin Patch\n', '*** Update File: a\n', '@@\n', '+', '-', ' ', '*** End Patch\n'],
  },
  'the last block of an answer': { read: lastBlock, pieces: ['```', '```sh\n', '\n', '`', '\r\n'] },
  'the words of a command': { read: shellWords, pieces: ["'", '"', '\\', ' ', '$(', '\n'] },
};

async function ends(read: () => unknown, codes: readonly string[] = []): Promise<unknown> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof OiError && codes.includes(error.code)) return error;
    throw error;
  }
}

const signs = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  'é',
  '漢',
  '👍',
  '\u202e',
  '\ud800',
];

const limit = 100;
for (const [name, { read, codes, pieces }] of Object.entries(parsers)) {
  test(`T31: whatever is read as ${name}, it is answered or told what is wrong`, async () => {
    const part = fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 8 }));
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 16 }), async (parts) => {
        await ends(() => read(parts.join('')), codes);
      }),
      { numRuns: 300 },
    );
  });

  test(`T31: 64 kB of one character or word are read as ${name} in less than ${limit} ms`, async () => {
    for (const unit of [...signs, ...pieces]) {
      const text = unit.repeat(size / unit.length);
      let least = Number.POSITIVE_INFINITY;
      // The fastest of three and the processor’s time, so that only we are measured.
      for (let turn = 0; turn < 3 && least >= limit; turn++) {
        const began = process.cpuUsage();
        await ends(() => read(text), codes);
        least = Math.min(least, process.cpuUsage(began).user / 1000);
      }
      assert.ok(least < limit, `${JSON.stringify(unit)}: ${least} ms`);
    }
  });
}

const json: fc.Arbitrary<Json> = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>;
const account = fc.oneof(
  json,
  fc.record({ login: fc.string(), id: fc.integer(), type: fc.constantFrom('User', 'Bot', 'bot') }),
);
const payload = fc.oneof(
  json,
  fc.record(
    {
      action: fc.oneof(fc.constantFrom('created', 'edited', 'labeled'), json),
      issue: fc.oneof(json, fc.record({ number: fc.integer(), updated_at: fc.string() })),
      comment: fc.oneof(
        json,
        fc.record({
          id: fc.integer(),
          body: fc.option(fc.string()),
          updated_at: fc.string(),
          user: fc.option(account),
        }),
      ),
      label: fc.oneof(json, fc.record({ name: fc.constantFrom('oi', 'OI', 'о\u0456') })),
      sender: account,
    },
    { requiredKeys: [] },
  ),
);
const eventNames = [
  'issue_comment',
  'issues',
  'schedule',
  'workflow_dispatch',
  'workflow_run',
  'repository_dispatch',
  'pull_request_target',
  'push',
  '',
];

test('T13, T18: whatever event comes in, it is none, told as wrong, or has all that the gates judge by', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...eventNames), payload, async (name, body) => {
      const concerned = await ends(() => concern(name, names, () => body ?? {}));
      assert.ok(concerned);
      const event = await ends(() => toEvent(name, body, run), ['input.invalid']);
      if (event === null || event instanceof OiError) return;
      const { kind, sender } = event as NonNullable<ReturnType<typeof toEvent>> & { sender: unknown };
      assert.equal(kind === 'comment', name === 'issue_comment');
      assert.ok(
        name === 'schedule' || (typeof sender === 'object' && sender !== null),
        'somebody answers for it',
      );
      assert.ok(['issue_comment', 'issues', 'schedule', 'workflow_dispatch'].includes(name));
    }),
    { numRuns: 500 },
  );
});

test('whatever the agent’s half hands over, nothing comes through that the form does not name', async () => {
  await fc.assert(
    fc.asyncProperty(json, async (value) => {
      assert.ok((await ends(() => parseHandover(value), ['bug'])) instanceof OiError);
    }),
  );
});
