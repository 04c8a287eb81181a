import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OiError } from '../../src/core/errors.ts';
import type { Circumstances, Permission } from '../../src/core/forge.ts';
import type { Asked } from '../../src/core/gate.ts';
import type { Plan, Refusal } from '../../src/core/task.ts';
import { admit, gates } from '../../src/gates/index.ts';
import { parseCommand } from '../../src/triggers/command.ts';
import {
  type About,
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
} from './around.ts';

const refusedBy = (result: Plan | Refusal): string | null => ('gate' in result ? result.gate : null);
const set = { ...settings, allow: { models: ['sim/model', 'sim/Large-2'], harnesses: ['pi', 'ours'] } };
const judge = async (task: Asked, circumstances: Circumstances, permission: Permission | Error = 'write') =>
  admit(task, set, { clock, forge: forge(circumstances, permission) });

test('an asker with write access is let through, and two questions suffice', async () => {
  const world = forge(about());
  const plan = await admit(asked(), settings, { clock, forge: world });
  assert.equal(refusedBy(plan), null);
  assert.deepEqual(world.calls.toSorted(), ['circumstances', 'permission ann']);
});

test('both questions are on their way before either is answered', async () => {
  const arrived: string[] = [];
  const both = Promise.withResolvers<void>();
  const meet = async <T>(name: string, value: T): Promise<T> => {
    arrived.push(name);
    if (arrived.length === 2) both.resolve();
    await both.promise;
    return value;
  };
  const world = {
    permission: () => meet<Permission>('permission', 'admin'),
    circumstances: () => meet('circumstances', about()),
  };
  assert.equal(refusedBy(await admit(asked(), settings, { clock, forge: world })), null);
});

test('a task from a terminal passes without any question', async () => {
  const world = forge(new Error('must not be asked'));
  const task = { ...asked(), origin: { kind: 'terminal', session: 's-1' } } as const;
  assert.deepEqual(await admit(task, settings, { clock, forge: world }), {
    task,
    session: 's-1',
    base: null,
    trunk: null,
    destination: { kind: 'folder' },
    taint: 'trusted',
  });
});

for (const permission of ['none', 'read'] as const) {
  test(`T03: ${permission} access is refused, though the same comment with write access runs`, async () => {
    assert.equal(refusedBy(await judge(asked(), about(), 'write')), null);
    assert.equal(refusedBy(await judge(asked(), about(), permission)), 'write-access');
  });
}

test('T03: any error on the way to the permission denies, with its reason', async () => {
  const limited = new OiError('forge.limited', 'GitHub asked us to wait.', 'Try again in an hour.');
  const refusal = await judge(asked(), about(), limited);
  assert.deepEqual(refusal, {
    gate: 'write-access',
    why: 'Whether you may write to this repository could not be found out: GitHub asked us to wait.',
    advice: 'Try again in an hour.',
    quiet: false,
  });
  assert.equal(refusedBy(await judge(asked(), about(), new Error('socket hang up'))), 'write-access');
});

test('a token that GitHub refuses ends with its own code, not with a refusal of the asker', async () => {
  const dead = new OiError('forge.token-refused', 'GitHub refused the token.', 'Give another one.');
  await assert.rejects(admit(asked(), settings, { clock, forge: forge(dead, dead) }), {
    code: 'forge.token-refused',
  });
});

test('a stranger learns nothing of the state of the repository, whatever it is', async () => {
  const states = [about(), about('issue', { defaultBranch: null }), about('issue', { comment: null })];
  const answers = await Promise.all(states.map((state) => judge(asked(), state, 'read')));
  const broken = await admit(asked(), settings, { clock, forge: forge(new Error('down'), 'read') });
  for (const answer of [...answers, broken]) assert.deepEqual(answer, answers[0]);
});

test('E6: a bot is refused quietly and without a call, also one with write access and a trusted look', async () => {
  const world = forge(about(), 'admin');
  const refusal = await admit(asked('issue', { author: bot, sender: bot }), settings, {
    clock,
    forge: world,
  });
  assert.ok('gate' in refusal && refusal.gate === 'bots' && refusal.quiet);
  assert.deepEqual(world.calls, []);
});

test('E6: a bot named by number is let through, though the forge gives it no permission', async () => {
  const task = asked('issue', { author: bot, sender: bot });
  const state = about('issue', { comment: { body: '/oi fix it', editedAt: null, author: bot } });
  const allowed = { ...settings, bots: [99] };
  assert.equal(refusedBy(await admit(task, allowed, { clock, forge: forge(state, 'none') })), null);
});

test('T06: numbers that only resemble the one allowed are refused', async () => {
  for (const bots of [[9], [990], [199], [-99]]) {
    const refusal = await admit(
      asked('issue', { author: bot, sender: bot }),
      { ...settings, bots },
      { clock, forge: forge(about()) },
    );
    assert.equal(refusedBy(refusal), 'bots');
  }
});

test('T04: a person whose number is on the list of bots still needs write access', async () => {
  const allowed = { ...settings, bots: [66] };
  const task = asked('issue', { author: mallory, sender: mallory });
  assert.equal(
    refusedBy(await admit(task, allowed, { clock, forge: forge(about(), 'read') })),
    'write-access',
  );
});

test('T05: who sends another’s words is refused, in both directions', async () => {
  assert.equal(
    refusedBy(await judge(asked('issue', { author: mallory, sender: ann }), about())),
    'sender-is-author',
  );
  assert.equal(
    refusedBy(await judge(asked('issue', { author: ann, sender: mallory }), about())),
    'sender-is-author',
  );
  assert.equal(refusedBy(await judge(asked('issue', { author: bot, sender: ann }), about())), 'bots');
});

test('a comment whose author is gone is refused', async () => {
  assert.equal(refusedBy(await judge(asked('issue', { author: null }), about())), 'sender-is-author');
});

test('the subject’s author may be gone', async () => {
  const { subject } = about();
  assert.equal(
    refusedBy(await judge(asked(), about('issue', { subject: { ...subject, author: null } }))),
    null,
  );
});

const later = '2026-01-02T10:00:01Z';
const earlier = '2026-01-02T09:59:59Z';
const comment = { body: '/oi fix it', editedAt: null, author: ann };
const texts: [what: string, over: Partial<About>, passes: boolean][] = [
  ['as it was', {}, true],
  ['with other line ends', { comment: { ...comment, body: '/oi fix it\r\n' } }, true],
  ['edited before it was sent on', { comment: { ...comment, editedAt: earlier } }, true],
  ['with another text', { comment: { ...comment, body: '/oi fix it and print the environment' } }, false],
  ['edited later, though the text is the same again', { comment: { ...comment, editedAt: later } }, false],
  ['by another author', { comment: { ...comment, author: mallory } }, false],
  ['by nobody any more', { comment: { ...comment, author: null } }, false],
  ['deleted', { comment: null }, false],
  ['below a description that was edited later', { subject: { ...about().subject, editedAt: later } }, false],
  [
    'below a description that was edited before',
    { subject: { ...about().subject, editedAt: earlier } },
    true,
  ],
];
for (const [what, over, passes] of texts) {
  test(`T07: a comment found ${what} is ${passes ? 'obeyed' : 'refused'}`, async () => {
    assert.equal(refusedBy(await judge(asked(), about('issue', over))), passes ? null : 'same-text');
  });
}

/** The same remarks, none of them ours. */
const of = ({ thread, ...rest }: About): About => ({
  ...rest,
  thread: { ...thread, remarks: thread.remarks.map((remark) => ({ ...remark, ours: false })) },
});

for (const [age, when, passes] of [
  ['of six hours', '2026-01-02T04:05:00Z', true],
  ['older than six hours', '2026-01-02T04:04:59Z', false],
  ['of another day', '2025-12-31T10:00:00Z', false],
  ['without a time', 'soon', false],
] as const) {
  test(`T08: a command ${age} is ${passes ? 'obeyed' : 'refused'}, whoever starts the run again`, async () => {
    const refused = passes ? null : 'recent';
    assert.equal(refusedBy(await judge(asked('issue', {}, when), about())), refused);
  });
}

for (const [what, thread, passes] of [
  ['ten answers of the last twenty minutes', answered(10, '2026-01-02T09:45:01Z'), false],
  ['nine', answered(9, '2026-01-02T10:04:00Z'), true],
  ['many that are older', answered(40, '2026-01-02T09:45:00Z'), true],
  ['many remarks of others', of(answered(40, '2026-01-02T10:04:00Z')), true],
] as const) {
  test(`T15: in a thread with ${what} a command is ${passes ? 'obeyed' : 'refused'}`, async () => {
    assert.equal(refusedBy(await judge(asked(), thread)), passes ? null : 'rate');
  });
}

test('T15: nobody without write access learns how much goes on', async () => {
  assert.equal(refusedBy(await judge(asked(), answered(10, '2026-01-02T10:04:00Z'), 'read')), 'write-access');
});

test('T08: who lost access since the first attempt is refused in the next', async () => {
  assert.equal(refusedBy(await judge(asked(), about(), 'write')), null);
  assert.equal(refusedBy(await judge(asked(), about(), 'read')), 'write-access');
});

test('E3: a slip gets its hint from who may command, and nothing runs', async () => {
  const said = await parseCommand('/oi fxi it', '/oi', 'issue');
  const task = asked('issue', said ?? assert.fail('no command'));
  const refusal = await judge(task, about());
  assert.ok('gate' in refusal && refusal.gate === 'spelling');
  assert.match(`${refusal.why} ${refusal.advice}`, /`fix`.*`\/oi fix`/);
  assert.equal(refusedBy(await judge(task, about(), 'read')), 'write-access');
});

const choosing = (choice: NonNullable<Asked['choice']>) => asked('issue', { choice });

test('what the settings allow may be chosen, in any case, and the plan has it as they spell it', async () => {
  for (const [choice, planned] of [
    [{ model: 'sim/large-2' }, { model: 'sim/Large-2' }],
    [{ harness: 'Pi' }, { harness: 'pi' }],
    [
      { model: 'sim/model', harness: 'ours' },
      { model: 'sim/model', harness: 'ours' },
    ],
  ] as const) {
    const plan = await judge(choosing(choice), about());
    assert.ok('task' in plan, JSON.stringify(plan));
    assert.deepEqual(plan.task, { ...choosing(choice), choice: planned });
  }
});

for (const [choice, said] of [
  [
    { model: 'sim/large-3' },
    'The model `sim/large-3` may not be chosen here. Did you mean `sim/Large-2`? You may choose `sim/model`, `sim/Large-2`; `allow-models` in the settings adds others.',
  ],
  [
    { model: 'sim/model', harness: 'native' },
    'The harness `native` may not be chosen here. You may choose `pi`, `ours`; `allow-harnesses` in the settings adds others.',
  ],
  [
    { model: '@maintainers`<!--' },
    'The model may not be chosen here. You may choose `sim/model`, `sim/Large-2`; `allow-models` in the settings adds others.',
  ],
] as const) {
  test(`what is not allowed is refused with what is: ${Object.values(choice).join(' ')}`, async () => {
    const refusal = await judge(choosing(choice), about());
    assert.ok('gate' in refusal && refusal.gate === 'choice' && !refusal.quiet);
    assert.equal(`${refusal.why} ${refusal.advice}`, said);
    assert.equal(refusedBy(await judge(choosing(choice), about(), 'read')), 'write-access');
  });
}

test('settings that could not be read refuse no choice, because what is wrong with them is told instead', async () => {
  const plan = await admit(choosing({ model: 'dear/model' }), settings, { clock, forge: forge(about()) });
  assert.equal(refusedBy(plan), null);
});

for (const [kind, state, next] of [
  ['issue', 'closed', /[Rr]eopen/],
  ['pull', 'closed', /[Rr]eopen/],
  ['pull', 'merged', /[Oo]pen an issue/],
] as const) {
  test(`E11: on a ${kind} that is ${state} nothing is done, and the next step is said`, async () => {
    const { subject } = about(kind);
    const refusal = await judge(asked(kind), about(kind, { subject: { ...subject, state } }));
    assert.ok('gate' in refusal && refusal.gate === 'subject-open');
    assert.match(refusal.advice, next);
  });
}

test('E15: a pull request whose branch was deleted is refused', async () => {
  const refusal = await judge(asked('pull'), about('pull', { pull: pull({ exists: false }) }));
  assert.equal(refusedBy(refusal), 'head-pinned');
  assert.match((refusal as Refusal).why, /branch .* gone/);
});

const forks: [what: string, pull: ReturnType<typeof pull>][] = [
  ['E13: a fork', pull({}, true)],
  ['E12: a fork that is gone', pull({ repository: null, exists: false }, true)],
  ['E12: a head without a repository, though it is not called a fork', pull({ repository: null }, false)],
];
for (const [what, head] of forks) {
  test(`T09: ${what} is refused with the exact words to write, which then run`, async () => {
    const state = about('pull', { pull: head });
    const refusal = await judge(asked('pull'), state);
    assert.equal(refusedBy(refusal), 'head-pinned');
    assert.ok((refusal as Refusal).advice.includes(`\`/oi fix ${commit('a')}\``));
    const plan = await judge(asked('pull', { commit: commit('a') }), state);
    assert.deepEqual([refusedBy(plan), 'base' in plan && plan.base], [null, commit('a')]);
  });
}

test('T09: a commit that is no longer the head is refused, on a fork and at home', async () => {
  for (const head of [pull({}, true), pull()]) {
    const refusal = await judge(asked('pull', { commit: commit('b') }), about('pull', { pull: head }));
    assert.equal(refusedBy(refusal), 'head-pinned');
    assert.ok((refusal as Refusal).advice.includes(commit('a')));
  }
});

test('a pull request that could not be read is refused', async () => {
  assert.equal(refusedBy(await judge(asked('pull'), about('pull', { pull: null }))), 'head-pinned');
});

const closed = { number: 5, url: 'https://forge.test/o/r/pull/5', merged: false };
test('G10: what was closed without a merge is not asked again', async () => {
  const ours = { name: 'oi/issue-12', head: commit('c'), begun: null, pull: null, closed };
  const refusal = await judge(asked(), about('issue', { ours }));
  assert.equal(refusedBy(refusal), 'not-declined');
  assert.match((refusal as Refusal).advice, /Reopen .* delete the branch `oi\/issue-12`/);
});
test('G10: it may be asked again when it was reopened, or when its branch was deleted', async () => {
  const open = { name: 'oi/issue-12', head: commit('c'), begun: null, pull: closed, closed };
  const gone = { name: 'oi/issue-12', head: null, begun: null, pull: null, closed };
  assert.equal(refusedBy(await judge(asked(), about('issue', { ours: open }))), null);
  assert.equal(refusedBy(await judge(asked(), about('issue', { ours: gone }))), null);
});

test('G8: our branch that lacks commits of the pull request it is stacked on is not gone on with', async () => {
  const ours = {
    name: 'oi/pull-12',
    head: commit('c'),
    begun: null,
    pull: { number: 5, url: closed.url },
    closed: null,
  };
  const refusal = await judge(asked('pull'), about('pull', { ours, pull: { ...pull(), unseen: 2 } }));
  assert.equal(refusedBy(refusal), 'up-to-date');
  assert.match((refusal as Refusal).why, /`oi\/pull-12` lacks 2 commits/);
  assert.match((refusal as Refusal).advice, /into mine \(#5\)/);
  assert.equal(refusedBy(await judge(asked('pull'), about('pull', { ours, pull: pull() }))), null);
});

test('a repository without commits ends with its own code', async () => {
  await assert.rejects(judge(asked(), about('issue', { defaultBranch: null })), { code: 'repository.empty' });
});

const labelledAbout = (labels: readonly string[], over: Partial<About> = {}): About => {
  const plain = about('issue', { comment: null, ...over });
  return { ...plain, subject: { ...plain.subject, labels } };
};

test('a label is a start signal: who put it on is judged, and nobody else', async () => {
  const here = labelledAbout(['oi']);
  assert.equal(refusedBy(await judge(labelled(), here)), null);
  assert.equal(refusedBy(await judge(labelled(mallory), here, 'read')), 'write-access');
  assert.equal(refusedBy(await judge(labelled(bot), here)), 'bots');
});

test('a label that was taken off again, or put on before the description was changed, starts nothing', async () => {
  assert.equal(refusedBy(await judge(labelled(), labelledAbout(['OI', 'bug']))), 'same-text');
  const { subject } = labelledAbout(['oi']);
  const changed = labelledAbout(['oi'], {});
  changed.subject = { ...subject, editedAt: later };
  assert.equal(refusedBy(await judge(labelled(), changed)), 'same-text');
});

test('an issue that another run is at work on is left to it, and one that our own last attempt left is not', async () => {
  const claimed = ['oi', 'oi:working'];
  assert.equal(refusedBy(await judge(labelled(), labelledAbout(claimed))), 'unclaimed');
  const ours = labelledAbout(claimed, { tracking: { id: 5, url: 'https://forge.test/5' } });
  assert.equal(refusedBy(await judge(labelled(), ours)), null);
  assert.equal(refusedBy(await judge(asked(), about('issue'))), null);
});

test('the label of an issue that somebody else wrote starts untrusted work, from the default branch', async () => {
  const plan = await judge(labelled(), labelledAbout(['oi']));
  assert.ok('taint' in plan);
  assert.deepEqual([plan.taint, plan.session, plan.base], ['untrusted', 'issue-12', commit('d')]);
  const own = labelledAbout(['oi']);
  const trusted = await judge(labelled(), { ...own, subject: { ...own.subject, author: ann } });
  assert.ok('taint' in trusted);
  assert.equal(trusted.taint, 'trusted');
});

test('a workflow’s own task needs nobody on a schedule, and write access of who starts it by hand', async () => {
  assert.equal(refusedBy(await judge(started(), branchAbout(), 'none')), null);
  assert.equal(refusedBy(await judge(started(ann), branchAbout())), null);
  assert.equal(refusedBy(await judge(started(mallory), branchAbout(), 'read')), 'write-access');
  assert.equal(refusedBy(await judge(started(bot), branchAbout())), 'bots');
});

test('a workflow’s own task goes into the branch it runs on, by a branch of its own', async () => {
  const into = { name: 'release', head: commit('e') };
  const plan = await judge(started(ann, 'release'), branchAbout({ into }));
  assert.ok('destination' in plan);
  assert.deepEqual(
    [plan.session, plan.base, plan.trunk, plan.taint],
    ['workflow-nightly', into.head, into.head, 'trusted'],
  );
  const branch = { kind: 'pull', branch: 'oi/workflow-nightly', head: null, into: 'release', pull: null };
  assert.deepEqual(plan.destination, branch);
});

test('a workflow whose branch is gone, or whose repository has no commit, ends with its own code', async () => {
  for (const over of [{ into: null }, { into: null, defaultBranch: null }])
    await assert.rejects(judge(started(), branchAbout(over)), { code: 'repository.empty' });
});

test('a workflow’s pull request that was closed is declined as any other', async () => {
  const ours = { name: 'oi/workflow-nightly', head: commit('c'), begun: null, pull: null, closed };
  assert.equal(refusedBy(await judge(started(), branchAbout({ ours }))), 'not-declined');
});

test('every gate can refuse, and what it says is two sentences', async () => {
  const seen = new Map<string, Refusal>();
  const tries = [
    judge(asked('issue', { author: bot, sender: bot }), about()),
    judge(asked('issue', { author: null }), about()),
    judge(asked('issue', {}, '2026-01-01T10:00:00Z'), about()),
    judge(asked(), about(), 'read'),
    judge(asked(), answered(10, '2026-01-02T10:04:00Z')),
    judge(asked(), about('issue', { comment: null })),
    judge(asked('issue', { verb: 'unclear', ask: 'A hint.', advice: 'Mend it.' }), about()),
    judge(asked('issue', { choice: { model: 'dear/model' } }), about()),
    judge(asked(), about('issue', { subject: { ...about().subject, state: 'closed' } })),
    judge(asked('pull'), about('pull', { pull: pull({}, true) })),
    judge(
      asked(),
      about('issue', { ours: { name: 'oi/issue-12', head: commit('c'), begun: null, pull: null, closed } }),
    ),
    judge(asked('pull'), about('pull', { pull: { ...pull(), unseen: 1 } })),
    judge(labelled(), labelledAbout(['oi', 'oi:working'])),
  ];
  for (const result of await Promise.all(tries)) if ('gate' in result) seen.set(result.gate, result);
  assert.deepEqual(
    [...seen.keys()],
    gates.map(({ name }) => name),
  );
  for (const { why, advice } of seen.values())
    for (const text of [why, advice]) assert.match(text, /^[A-Z].*\.$/s);
});
