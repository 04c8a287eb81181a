import type { Circumstances, Permission } from '../../../src/core/forge.ts';
import type { Asked } from '../../../src/core/gate.ts';
import {
  about,
  ann,
  answered,
  asked,
  bot,
  branchAbout,
  clock,
  commit,
  forge,
  labelled,
  mallory,
  pull,
  settings,
  started,
} from '../../gates/around.ts';
import { type Defence, defence } from './defence.ts';

type Gates = typeof import('../../../src/gates/index.ts');

const gate = (constant: string): Defence['without'] => ({
  file: 'src/gates/index.ts',
  from: `\n  ${constant},\n`,
  to: '\n',
});

const letsThrough =
  (task: Asked, state: Circumstances = about(), rank: Permission | Error = 'write', bots: number[] = []) =>
  async ({ admit }: Gates): Promise<boolean> =>
    !('gate' in (await admit(task, { ...settings, bots }, { clock, forge: forge(state, rank) })));

const later = '2026-01-02T10:00:01Z';
const written = { body: '/oi fix it', editedAt: null, author: ann };
const changed = { ...about().subject, editedAt: later };
const botAsks = asked('issue', { author: bot, sender: bot });
const byBot = about('issue', { comment: { ...written, author: bot } });

const rows: (readonly [string[], string, Defence['without'], (module: Gates) => Promise<boolean>])[] = [
  [['T03'], 'who may only read is obeyed', gate('writeAccess'), letsThrough(asked(), about(), 'read')],
  [
    ['T03'],
    'an error of the forge lets anybody in',
    gate('writeAccess'),
    letsThrough(asked(), about(), new Error('500')),
  ],
  [['T04', 'T14'], 'any bot is obeyed', gate('bots'), letsThrough(botAsks, byBot)],
  [
    ['T06'],
    'a bot is obeyed whose number only begins like one that is allowed',
    {
      file: 'src/gates/bots.ts',
      from: '!settings.bots.includes(person.id)',
      to: '!settings.bots.some((id) => String(person.id).startsWith(String(id)))',
    },
    letsThrough(botAsks, byBot, 'write', [9]),
  ],
  [
    ['T05'],
    'somebody is made to send another’s words',
    gate('senderIsAuthor'),
    letsThrough(asked('issue', { sender: mallory })),
  ],
  [
    ['T08'],
    'a run of yesterday’s command is started again',
    gate('recent'),
    letsThrough(asked('issue', {}, '2026-01-01T10:00:00Z')),
  ],
  [
    ['T15'],
    'commands in one thread are obeyed without end',
    gate('rate'),
    letsThrough(asked(), answered(50, '2026-01-02T10:04:00Z')),
  ],
  [
    ['T07'],
    'a deleted command is obeyed',
    gate('sameText'),
    letsThrough(asked(), about('issue', { comment: null })),
  ],
  [
    ['T07'],
    'a command is obeyed that was changed and changed back',
    { file: 'src/gates/same-text.ts', from: '!isLater(comment.editedAt, asked.at) &&', to: '' },
    letsThrough(asked(), about('issue', { comment: { ...written, editedAt: later } })),
  ],
  [
    ['T10'],
    'a description that was changed after the command is worked on',
    { file: 'src/gates/same-text.ts', from: 'if (isLater(about.subject.editedAt, at))', to: 'if (false)' },
    letsThrough(asked(), about('issue', { subject: changed })),
  ],
  [
    ['T01', 'T02'],
    'a fork’s code is run though nobody named a commit',
    gate('headPinned'),
    letsThrough(asked('pull'), about('pull', { pull: pull({}, true) })),
  ],
  [
    ['T02'],
    'a deleted fork passes for a branch of ours',
    { file: 'src/gates/head-pinned.ts', from: ' || pull.head.repository === null', to: '' },
    letsThrough(asked('pull'), about('pull', { pull: pull({ repository: null }, false) })),
  ],
  [
    ['T09'],
    'a fork’s new commit is run under the approval of an older one',
    { file: 'src/gates/head-pinned.ts', from: 'commit !== null && commit !== head.commit', to: 'false' },
    letsThrough(asked('pull', { commit: commit('b') }), about('pull', { pull: pull({}, true) })),
  ],
  [
    ['T11'],
    'a label that was taken off again starts work',
    gate('sameText'),
    letsThrough(labelled(), about('issue', { comment: null })),
  ],
  [
    ['T11', 'T12'],
    'a label starts work, whoever put it on',
    gate('writeAccess'),
    letsThrough(
      labelled(mallory),
      about('issue', { comment: null, subject: { ...about().subject, labels: ['oi'] } }),
      'read',
    ),
  ],
  [
    ['T16'],
    'whoever can start a workflow is obeyed',
    gate('writeAccess'),
    letsThrough(started(mallory), branchAbout(), 'read'),
  ],
  [
    ['T16'],
    'a token that a job lost starts a workflow',
    gate('bots'),
    letsThrough(started(bot), branchAbout()),
  ],
];

export const gates: readonly Defence[] = rows.map(([shows, name, without, succeeds]) =>
  defence<Gates>({ shows, name, module: 'src/gates/index.ts', without, succeeds }),
);
