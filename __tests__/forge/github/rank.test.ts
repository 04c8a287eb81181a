import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OiError } from '../../../src/core/errors.ts';
import { admit } from '../../../src/gates/index.ts';
import { about, asked, clock, settings } from '../../gates/around.ts';
import { openForge, openStage } from './stage.ts';

const { sim } = await openStage();
const ann = { login: 'ann', id: sim.seed.token({ login: 'ann' }).account.id, kind: 'user' } as const;
const operation = 'repos/get-collaborator-permission-level';

/** What the gates say of ann, whose comment is a member's, when GitHub answers so. */
async function judged(status: number, body: unknown): Promise<string> {
  sim.faults.push({ operation, times: 9, fault: { status, body } });
  const { permission } = openForge(sim);
  const task = asked('issue', { author: ann, sender: ann });
  const { subject } = about();
  const state = about('issue', {
    subject: { ...subject, association: 'MEMBER' },
    comment: { body: '/oi fix it', editedAt: null, author: ann },
  });
  const forge = { permission, circumstances: async () => state };
  try {
    const verdict = await admit(task, settings, { clock, forge });
    return 'gate' in verdict ? verdict.gate : 'in';
  } finally {
    sim.faults.splice(0);
  }
}

const answer = (permission: unknown, role?: unknown, id: unknown = ann.id) => ({
  permission,
  ...(role !== undefined && { role_name: role }),
  user: { ...ann, id },
});

const inside: readonly (readonly [permission: string, role: string | undefined])[] = [
  ['admin', 'admin'],
  ['write', 'maintain'],
  ['write', 'write'],
  ['write', undefined],
  // A role of the organisation's own: `permission` is the level that it stands on.
  ['write', 'security-champion'],
  ['admin', 'release-captain'],
];
for (const [permission, role] of inside) {
  test(`T03: who has ${permission} in the role ${role ?? 'that GitHub does not tell'} is let in`, async () => {
    assert.equal(await judged(200, answer(permission, role)), 'in');
  });
}

const outside: readonly (readonly [what: string, status: number, body: unknown])[] = [
  ['reads', 200, answer('read', 'read')],
  ['may triage', 200, answer('read', 'triage')],
  ['has a role of the organisation’s own that reads', 200, answer('read', 'write-docs')],
  ['has no access', 200, answer('none', 'none')],
  ['has a rank that there is not at this place', 200, answer('maintain', 'maintain')],
  ['may triage, though the old level says write', 200, answer('write', 'triage')],
  ['reads, though the old level says admin', 200, answer('admin', 'Read')],
  ['has a rank in odd letters', 200, answer('Write', 'write')],
  ['has a rank with a space behind it', 200, answer('write ', 'write')],
  ['has a list of ranks', 200, answer(['write'], 'write')],
  ['has a rank that is a number', 200, answer(1, 'write')],
  ['has a role that is no word', 200, answer('write', { name: 'write' })],
  ['has another number', 200, answer('write', 'write', ann.id + 1)],
  ['has a number in letters', 200, answer('write', 'write', String(ann.id))],
  ['is nobody', 200, { permission: 'write', role_name: 'write', user: null }],
  ['is told of in an empty answer', 200, {}],
  ['is told of in a list', 200, [answer('write', 'write')]],
  ['may not be asked about', 403, { message: 'Forbidden' }],
  ['is not found', 404, { message: 'Not Found' }],
];
for (const [what, status, body] of outside) {
  test(`T03: a member who ${what} is kept out`, async () => {
    assert.equal(await judged(status, body), 'write-access');
  });
}

test('T03: where GitHub fails, answers with no JSON or goes silent, nobody is let in', async () => {
  for (const fault of [{ status: 500 }, 'html', 'reset', 'cut'] as const) {
    sim.faults.push({ operation, times: 9, fault });
    await assert.rejects(openForge(sim).permission(ann), (error) => error instanceof OiError);
    sim.faults.splice(0);
  }
});
