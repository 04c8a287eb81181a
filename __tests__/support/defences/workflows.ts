import { type Defence, defence } from './defence.ts';

type Rules = typeof import('../../../tools/workflows/rules.ts');

const workflow = (steps: string): string =>
  `on: push\npermissions: {}\nconcurrency: one\njobs:\n  a:\n    runs-on: x\n    timeout-minutes: 1\n    permissions: {}\n    steps:\n      ${steps}\n`;

const rule = (shows: string[], name: string, from: string, text: string, example = false): Defence =>
  defence<Rules>({
    module: 'tools/workflows/rules.ts',
    shows,
    name,
    without: { file: 'tools/workflows/rules.ts', from, to: 'if (false)' },
    succeeds: ({ breaches }) => breaches(text, { example }).length === 0,
  });

export const workflows: readonly Defence[] = [
  rule(
    ['T19'],
    'a workflow makes a title part of a program',
    `if (/\\$\\{\\{/.test(\`\${run}\${given['script'] ?? ''}\`))`,
    workflow(`- run: echo "\${{ github.event.issue.title }}"`),
  ),
  rule(
    ['T60'],
    'an action is named by a tag that moves',
    'if (!/^[\\w.-]+\\/[\\w./-]+@[0-9a-f]{40}$/.test(uses))',
    workflow('- uses: actions/checkout@v6 # v6.0.2\n        with:\n          persist-credentials: false'),
  ),
  rule(
    ['T34', 'E5'],
    'a checkout leaves its token on the disk',
    "if (uses?.startsWith('actions/checkout@') && given['persist-credentials'] !== false)",
    workflow(`- uses: actions/checkout@${'a'.repeat(40)} # v6.0.2`),
  ),
  rule(
    ['T17'],
    'a stranger’s event displaces a run that somebody asked for',
    'if (concurrency !== undefined && example)',
    workflow('- run: make'),
    true,
  ),
  rule(
    ['T01'],
    'a workflow gives its secrets to a fork’s event',
    "if (events.includes('pull_request_target'))",
    workflow('- run: make').replace('on: push', 'on: pull_request_target'),
  ),
];
