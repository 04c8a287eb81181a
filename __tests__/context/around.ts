import type { Remark, SubjectCircumstances } from '../../src/core/forge.ts';
import type { Person, Plan, Task } from '../../src/core/task.ts';

import { settings as usual } from '../support/settings.ts';

export type About = SubjectCircumstances;
export const ann: Person = { login: 'ann', id: 1, kind: 'user' };
export const mallory: Person = { login: 'mallory', id: 66, kind: 'user' };
export const asked = '2026-01-02T10:00:00Z';
const url = 'https://forge.test/o/r/issues/12';

export function task(on: 'issue' | 'pull' = 'issue'): Task {
  const subject = { kind: on, number: 12 };
  const comment = { id: 700, body: '/oi fix it', at: asked };
  return {
    id: 'c700',
    origin: { kind: 'comment', subject, comment, author: ann, sender: ann },
    verb: 'fix',
    ask: 'it',
    commit: null,
  };
}

export const planOf = (made: Task): Plan => ({
  task: made,
  session: 'issue-12',
  base: 'b'.repeat(40),
  trunk: 'd'.repeat(40),
  destination: { kind: 'patch' },
  taint: 'untrusted',
});

export const settings = { ...usual, model: 'some-model' };

export function remark(id: number, body: string, over: Partial<Remark> = {}): Remark {
  return {
    id,
    author: mallory,
    association: 'NONE',
    body,
    at: new Date(Date.parse('2026-01-01T00:00:00Z') + id * 60_000).toISOString(),
    editedAt: null,
    url: `${url}#issuecomment-${id}`,
    ours: false,
    hidden: false,
    place: null,
    ...over,
  };
}

/** ann's command, as the thread shows it. */
export const command = (body = '/oi fix it'): Remark =>
  remark(700, body, { author: ann, association: 'MEMBER', at: asked });

export function about(remarks: readonly Remark[], over: Partial<About> = {}): About {
  return {
    kind: 'subject',
    subject: {
      kind: 'issue',
      number: 12,
      title: 'Totals',
      body: 'They are wrong.',
      author: mallory,
      association: 'CONTRIBUTOR',
      state: 'open',
      labels: [],
      at: '2026-01-01T00:00:00Z',
      editedAt: null,
      url,
    },
    comment: { body: '/oi fix it', editedAt: null, author: ann },
    defaultBranch: { name: 'main', head: 'd'.repeat(40) },
    pull: null,
    ours: { name: 'oi/issue-12', head: null, begun: null, pull: null, closed: null },
    thread: { remarks, left: 0 },
    tracking: null,
    private: false,
    ...over,
  };
}

export const pullAbout = (remarks: readonly Remark[] = []): About => {
  const plain = about(remarks);
  return {
    ...plain,
    subject: { ...plain.subject, kind: 'pull' },
    pull: {
      head: { branch: 'topic', commit: 'a'.repeat(40), repository: 'o/r', exists: true },
      into: { branch: 'main', commit: 'd'.repeat(40) },
      fork: false,
      unseen: 0,
    },
  };
};
