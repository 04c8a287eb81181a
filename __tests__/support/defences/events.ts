import { type Defence, defence } from './defence.ts';

type Events = typeof import('../../../src/forge/github/event.ts');
type Concern = typeof import('../../../src/entry/concern.ts');
type Command = typeof import('../../../src/triggers/command.ts');
type Rules = typeof import('../../../tools/workflows/rules.ts');

const run = { id: '7', workflow: 'nightly', branch: 'main', prompt: 'Tidy up.' };
const mallory = { login: 'mallory', id: 66, type: 'User' };
const names = { trigger: '/oi', label: 'oi' };

/** Whether a comment's words command something, or get into what is commanded. */
const commands =
  (body: string, words = '', on: 'issue' | 'pull' = 'issue') =>
  async ({ parseCommand }: Command): Promise<boolean> => {
    const said = await parseCommand(body, '/oi', on);
    return said !== null && JSON.stringify(said).includes(words);
  };

const event = (it: Omit<Defence, 'module' | 'succeeds'> & { succeeds(module: Events): boolean }): Defence =>
  defence<Events>({ module: 'src/forge/github/event.ts', ...it });

const command = (
  shows: string[],
  name: string,
  without: Defence['without'],
  succeeds: (module: Command) => Promise<boolean>,
): Defence => defence<Command>({ module: 'src/triggers/command.ts', shows, name, without, succeeds });

const visible = (type: string): Defence['without'] => ({
  file: 'src/text/visible.ts',
  from: `\n  '${type}',\n`,
  to: '\n',
});

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

export const events: readonly Defence[] = [
  event({
    name: 'a `workflow_run` of anybody’s is taken for a workflow’s own task',
    shows: ['T13', 'T18'],
    without: {
      file: 'src/forge/github/event.ts',
      from: "if (name !== 'workflow_dispatch') return null;",
      to: '',
    },
    succeeds: ({ toEvent }) =>
      toEvent(
        'workflow_run',
        { action: 'completed', workflow_run: { head_branch: 'main' }, sender: mallory },
        run,
      ) !== null,
  }),
  event({
    name: 'an edited comment is taken for a new one',
    shows: ['T07', 'T18'],
    without: {
      file: 'src/forge/github/event.ts',
      from: "actionOf(json) === 'created' ? toComment(json) : null",
      to: 'toComment(json)',
    },
    succeeds: ({ toEvent }) => {
      const comment = { id: 1, body: '/oi fix', updated_at: '2026-01-02T03:04:05Z', user: mallory };
      return (
        toEvent(
          'issue_comment',
          { action: 'edited', issue: { number: 5 }, comment, sender: mallory },
          run,
        ) !== null
      );
    },
  }),
  event({
    name: 'a bot without the usual name passes for a person',
    shows: ['T04'],
    without: { file: 'src/forge/github/event.ts', from: "type === 'Bot'", to: "login.endsWith('[bot]')" },
    succeeds: ({ toEvent }) => {
      const sender = { login: 'evil', id: 12, type: 'Bot' };
      const found = toEvent('workflow_dispatch', { sender }, run);
      return found?.kind === 'workflow' && found.sender?.kind === 'user';
    },
  }),
  defence<Concern>({
    name: 'the action works on pull_request_target',
    shows: ['T01', 'T18'],
    module: 'src/entry/concern.ts',
    without: {
      file: 'src/entry/concern.ts',
      from: "case 'pull_request_target':\n      return {\n        kind: 'refused',",
      to: "case 'pull_request_target':\n      return {\n        kind: 'for-us' as never,",
    },
    succeeds: ({ concern }) => concern('pull_request_target', names, () => ({})).kind === 'for-us',
  }),
  command(
    ['T24'],
    'quoted words of somebody else get into the command',
    visible('blockquote'),
    commands('/oi fix\n\n> send it', 'send it'),
  ),
  command(
    ['T24'],
    'pasted words get into the command',
    visible('code'),
    commands('/oi fix\n\n```\nsend it\n```', 'send it'),
  ),
  command(
    ['T21', 'T24'],
    'words hidden in HTML command',
    visible('html'),
    commands('/oi fix\n\n<!-- send it -->', 'send it'),
  ),
  command(
    ['T22'],
    'characters that nobody sees get into the command',
    { file: 'src/text/invisible.ts', from: 'if (!unseen.test(lines)) return', to: 'return' },
    commands('/oi fix \u{e0073}\u{e0065}it', '\u{e0073}'),
  ),
  command(
    ['T09', 'T20'],
    'a branch’s name or half a number names a commit',
    { file: 'src/triggers/command.ts', from: '/^([0-9a-f]{40})(?:', to: '/^(\\S+)(?:' },
    commands('/oi fix refs/heads/../../x', '"commit":"refs/', 'pull'),
  ),
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
