import type { Known } from '../opening.ts';
import type { Fields } from '../steps/fields.ts';

const output = { head: 'one\ntwo\n', omitted: 5000, omittedLines: 50, tail: 'three\n', file: '/tmp/out/1' };
/** `omittedLines` are told where something is omitted. */
const run = { code: 0, killed: null, handle: null, milliseconds: 1234, output };
const file = { path: 'a.txt', absolute: '/repo/a.txt', folder: '/repo' };
const version = 'e3b0c442';

/** What each canonical tool answers (docs/tools.md), with every field that it may have. */
export const answers: { readonly [tool: string]: Fields } = {
  exec: { ...run, folder: '/repo' },
  poll: run,
  input: run,
  stop: run,
  terminal: {
    ...{ handle: '1', typed: 1, fresh: true, lost: false, ended: false, code: null, killed: null },
    output,
  },
  read: {
    ...{ path: 'a.txt', text: 'one\ntwo', start: 1, lines: 2, total: 9, newline: true, more: true, cut: 0 },
    ...{ wide: '1', version },
  },
  write: { path: 'a.txt', bytes: 8, existed: true, size: 8, version },
  replace: {
    ...{ path: 'a.txt', replaced: 1, first: 1, last: 1, made: false, version },
    excerpt: { start: 1, lines: 2, total: 2, text: 'one\ntwo' },
  },
  splice: { path: 'a.txt', start: 1, removed: 1, added: 1, first: 1, last: 1 },
  patch: { files: [{ op: 'M', path: 'a.txt' }] },
  list: { path: '.', found: [{ path: 'a.txt', name: 'a.txt', kind: 'file', bytes: 8 }], more: false },
  glob: { found: [{ path: 'a.txt', kind: 'file', bytes: 8 }], total: 1, more: false },
  grep: {
    lines: [{ path: 'a.txt', number: 1, text: 'one', match: true, gap: false }],
    files: [{ path: 'a.txt', matches: 1 }],
    ...{ total: 1, matches: 1, more: false },
  },
  todo: {
    items: [{ text: 'Mend it', status: 'pending', priority: 'high' }],
    before: [{ text: 'Look', status: 'pending', priority: 'low' }],
    ...{ done: 0, open: 1, pending: 1 },
  },
  finish: {},
};

/** What a failure may have, of whatever kind it is. */
export const failure: Fields = {
  why: 'There is no file a.txt.',
  fault: 'missing',
  named: ['path'],
  ...file,
  ...{ total: 9, newline: true, count: 2, on: '1, 3', edit: 1, other: 2, lines: 'one\n' },
};

/** What the first sitting of a session may know (`context/`). */
export const known: Known = {
  environment: {
    ...{ seq: 3, at: '2026-01-01T00:00:00.000Z', sitting: 1, round: 0, type: 'environment.seen' },
    ...{ date: '2026-01-01', os: 'Linux', release: '6.12', arch: 'x64', shell: 'bash', folder: '/repo' },
  },
  context: {
    ...{ seq: 4, at: '2026-01-01T00:00:00.000Z', sitting: 1, round: 0, type: 'context.gathered' },
    instructions: [{ path: 'AGENTS.md', text: 'Use tabs.' }],
    sources: [{ title: 'Issue 1', author: 'sam', trusted: false, text: 'It is wrong.' }],
    files: [{ path: '/tmp/log.txt', bytes: '', title: 'Log' }],
    ...{ nonce: 'f00dfeed', hidden: 0, notes: [] },
  },
};
