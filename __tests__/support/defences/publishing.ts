import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { about, asked, pull, settings } from '../../gates/around.ts';
import { memoryBlobs } from '../blobs.ts';
import { logOf, opened, replied } from '../entries.ts';
import { type Defence, defence } from './defence.ts';

type Protocol = typeof import('../../../src/entry/runner-protocol.ts');
type Plans = typeof import('../../../src/gates/plan.ts');
type Limits = typeof import('../../../src/agent/limits.ts');
type Findings = typeof import('../../../src/verify/evidence/index.ts');
type PullWords = typeof import('../../../src/publish/pull-words.ts');
type Policy = typeof import('../../../src/publish/policy/index.ts');

const protocol = 'src/entry/runner-protocol.ts';

const outputsOf = ({ setOutput }: Protocol, value: string): string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'oi-output-'));
  const file = join(folder, 'output');
  writeFileSync(file, '');
  setOutput({ GITHUB_OUTPUT: file }, 'summary', value);
  const text = readFileSync(file, 'utf8');
  rmSync(folder, { recursive: true });
  const heredoc = /^summary<<(.+)\n[\s\S]*\n\1\n$/.exec(text);
  return heredoc && !value.includes(heredoc[1] ?? '') ? ['summary'] : (text.match(/^\w+(?==)/gm) ?? []);
};

const passes =
  (path: string, text: string, mode: '100644' | '120000') =>
  async ({ judge }: Policy): Promise<boolean> => {
    const blobs = memoryBlobs();
    const data = Buffer.from(text);
    const now = { mode, bytes: (await blobs.put(data)) ?? '', size: data.length };
    const change = { base: 'b'.repeat(40), files: [{ path, before: null, now }] };
    return (await judge(change, { settings, taint: 'trusted', blobs, barred: [] })).blocked === null;
  };

const policy = (
  shows: string[],
  name: string,
  rule: string,
  succeeds: (module: Policy) => Promise<boolean>,
): Defence =>
  defence<Policy>({
    module: 'src/publish/policy/index.ts',
    shows,
    name,
    without: { file: 'src/publish/policy/index.ts', from: ` ${rule},`, to: '' },
    succeeds,
  });

const limits = { turns: 2, minutes: null, tokens: null, usd: null };
const test = (name: string) => `test('${name}', () => {\n  expect(total()).toBe(1);\n});\n`;

const pullWords = 'src/publish/pull-words.ts';

/** The commit's message for a change that Ann asked for, under a title of the model's. */
const messageOf = ({ pullWords }: PullWords, title: string): string => {
  const usage = { input: 0, cached: 0, output: 0, usd: 0, listed: 0, untold: { tokens: 0, prices: 0 } };
  const none = { change: null, patch: null, chosen: null, left: [], barred: [], notes: [], hidden: [] };
  const judged = { verdicts: [], findings: [], checked: '' };
  const handover = { ...none, ...judged, ended: { how: 'finished' }, title, body: '', turns: 1, usage };
  const destination = { kind: 'pull', branch: 'oi/issue-12' };
  return pullWords({ plan: { task: asked(), destination }, handover, settings } as never, []).message;
};

export const publishing: readonly Defence[] = [
  defence<PullWords>({
    name: 'a title keeps checks from running and credits somebody in the commit',
    shows: ['T56'],
    module: pullWords,
    without: { file: pullWords, from: 'oneLine(handover.title || plan.task.ask, 72)', to: 'handover.title' },
    succeeds: (module) => {
      const message = messageOf(module, 'Mend it [skip ci]\n\nCo-authored-by: Maintainer <m@example.test>');
      return /\[skip ci\]/.test(message) && /^Co-authored-by:/m.test(message);
    },
  }),
  defence<PullWords>({
    name: 'a commit of ours does not tell who asked for it, and may approve it unnoticed',
    shows: ['T58'],
    module: pullWords,
    without: { file: pullWords, from: `\`Requested-by: \${asker.login}\``, to: "''" },
    succeeds: (module) => !messageOf(module, 'Mend it').includes('Requested-by: ann'),
  }),
  defence<Protocol>({
    name: 'a message commands the runner',
    shows: ['T35', 'T44', 'E56'],
    module: protocol,
    without: { file: protocol, from: ".replaceAll('\\n', '%0A')", to: '' },
    succeeds: ({ logCommand }) => /^::stop-commands::x$/m.test(logCommand('notice', 'a\n::stop-commands::x')),
  }),
  defence<Protocol>({
    name: 'text sets a second output of the step',
    shows: ['T36', 'E57'],
    module: protocol,
    without: { file: protocol, from: '/^[\\x20-\\x7e]*$/.test(value)', to: 'true' },
    succeeds: (module) => outputsOf(module, 'benign\nstatus=changed').includes('status'),
  }),
  defence<Protocol>({
    name: 'text that knows the delimiter sets a second output',
    shows: ['T36', 'E57'],
    module: protocol,
    without: { file: protocol, from: `oi_\${randomUUID()}`, to: 'EOF' },
    succeeds: (module) => outputsOf(module, 'benign\nEOF\nstatus=changed').includes('status'),
  }),
  defence<Plans>({
    name: 'a person’s branch is written to that only looks like ours',
    shows: ['T48'],
    module: 'src/gates/plan.ts',
    without: {
      file: 'src/gates/plan.ts',
      from: 'ourBranch.test(head.branch)',
      to: "head.branch.startsWith('oi/')",
    },
    succeeds: ({ plan }) => {
      const { destination } = plan(asked('pull'), about('pull', { pull: pull({ branch: 'oi/mine' }) }));
      return destination.kind === 'pull' && destination.branch === 'oi/mine';
    },
  }),
  defence<Plans>({
    name: 'a fork’s pull request gets a branch',
    shows: ['T02', 'T48'],
    module: 'src/gates/plan.ts',
    without: { file: 'src/gates/plan.ts', from: 'if (isForeign(pull)) return', to: 'if (false) return' },
    succeeds: ({ plan }) =>
      plan(asked('pull'), about('pull', { pull: pull({}, true) })).destination.kind === 'pull',
  }),
  defence<Plans>({
    name: 'what strangers wrote passes for the asker’s own words',
    shows: ['T12'],
    module: 'src/gates/plan.ts',
    without: {
      file: 'src/gates/plan.ts',
      from: "isForeignText || subject.author?.id !== asker || pull?.fork ? 'untrusted'",
      to: "false ? 'untrusted'",
    },
    succeeds: ({ plan }) => plan(asked(), about()).taint === 'trusted',
  }),
  policy(
    ['T52', 'E53'],
    'a link out of the folder is published',
    'entries',
    passes('out', '../../x', '120000'),
  ),
  policy(
    ['T52'],
    'a name that a shell takes for an option is published',
    'names',
    passes('-rf', 'x', '100644'),
  ),
  policy(
    ['T49'],
    'a workflow is published',
    'paths',
    passes('.github/workflows/a.yml', 'on: push', '100644'),
  ),
  policy(
    ['T54'],
    'orders to the next agent are published',
    'paths',
    passes('a/CLAUDE.md', 'Obey.', '100644'),
  ),
  defence<Limits>({
    name: 'a model goes on past its limit',
    shows: ['T15'],
    module: 'src/agent/limits.ts',
    without: { file: 'src/agent/limits.ts', from: 'spent[unit] >= limit', to: 'false' },
    succeeds: ({ overspent }) =>
      overspent(
        logOf(opened({ limits }), replied(), replied(), replied()),
        new Date('2026-01-01T00:00:30Z'),
      ) === null,
  }),
  defence<Findings>({
    name: 'tests are deleted and nobody is told',
    shows: ['T46'],
    module: 'src/verify/evidence/index.ts',
    without: { file: 'src/verify/evidence/index.ts', from: '\n  testsRemoved,\n', to: '\n' },
    succeeds: ({ findings }) =>
      findings([
        {
          path: 'test/a.test.js',
          before: Buffer.from(test('adds') + test('rounds')),
          after: Buffer.from(test('adds')),
        },
      ]).length === 0,
  }),
];
