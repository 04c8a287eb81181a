import { type Defence, defence } from './defence.ts';

type Events = typeof import('../../../src/forge/github/event.ts');
type Concern = typeof import('../../../src/entry/concern.ts');
type Command = typeof import('../../../src/triggers/command.ts');

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
];
