import type {
  BranchCircumstances,
  Circumstances,
  ForgeReads,
  Permission,
  SubjectCircumstances,
} from '../../src/core/forge.ts';
import type { Asked } from '../../src/core/gate.ts';
import type { Person } from '../../src/core/task.ts';

export { settings } from '../support/settings.ts';

export type About = SubjectCircumstances;
export type Pull = NonNullable<About['pull']>;

export const commit = (digit: string): string => digit.repeat(40);
export const ann: Person = { login: 'ann', id: 1, kind: 'user' };
export const mallory: Person = { login: 'mallory', id: 66, kind: 'user' };
export const bot: Person = { login: 'helper[bot]', id: 99, kind: 'bot' };
const at = '2026-01-02T10:00:00Z';
/** Five minutes later. */
export const clock = { now: () => new Date('2026-01-02T10:05:00Z') };

/** `/oi fix it` by ann on issue 12, or on pull request 12. */
export function asked(
  on: 'issue' | 'pull' = 'issue',
  over: Partial<Asked> & { author?: Person | null; sender?: Person } = {},
  when = at,
): Asked {
  const { author = ann, sender = ann, ...task } = over;
  const comment = { id: 7, body: '/oi fix it', at: when };
  const origin = { kind: 'comment', subject: { kind: on, number: 12 }, comment, author, sender } as const;
  return { id: 'comment-7', origin, verb: 'fix', ask: 'it', commit: null, ...task };
}

/** Our label on issue 12, put on by ann, or by another. */
export const labelled = (sender: Person = ann): Asked => ({
  id: 'label-12-1767348000',
  origin: { kind: 'label', subject: { kind: 'issue', number: 12 }, label: 'oi', at, sender },
  verb: 'fix',
  ask: '',
  commit: null,
});

/** A workflow's own task: started by somebody, or on a schedule. */
export const started = (sender: Person | null = null, branch: string | null = null): Asked => ({
  id: 'run-7-nightly',
  origin: { kind: 'workflow', workflow: 'nightly', branch, sender },
  verb: 'fix',
  ask: 'Tidy up.',
  commit: null,
});

export const branchAbout = (over: Partial<BranchCircumstances> = {}): BranchCircumstances => ({
  kind: 'branch',
  defaultBranch: { name: 'main', head: commit('d') },
  into: { name: 'main', head: commit('d') },
  ours: { name: 'oi/workflow-nightly', head: null, begun: null, pull: null, closed: null },
  private: false,
  ...over,
});

export function about(on: 'issue' | 'pull' = 'issue', over: Partial<About> = {}): About {
  const url = `https://forge.test/o/r/${on}/12`;
  return {
    kind: 'subject',
    subject: {
      kind: on,
      number: 12,
      title: 'Totals',
      body: 'are wrong',
      author: mallory,
      association: 'NONE',
      state: 'open',
      labels: [],
      at,
      editedAt: null,
      url,
    },
    comment: { body: '/oi fix it', editedAt: null, author: ann },
    defaultBranch: { name: 'main', head: commit('d') },
    pull: on === 'pull' ? pull() : null,
    ours: { name: `oi/${on}-12`, head: null, begun: null, pull: null, closed: null },
    thread: { remarks: [], left: 0 },
    tracking: null,
    private: false,
    ...over,
  };
}

/** A thread with so many answers of ours, written at that time. */
export function answered(times: number, when: string): About {
  const url = 'https://forge.test/o/r/issue/12';
  const remark = {
    author: null,
    association: 'NONE',
    body: '',
    editedAt: null,
    url,
    hidden: false,
    place: null,
  };
  const remarks = Array.from({ length: times }, (_, id) => ({ ...remark, id, at: when, ours: true }));
  return about('issue', { thread: { remarks, left: 0 } });
}

export function pull(head: Partial<Pull['head']> = {}, fork = false): Pull {
  return {
    head: {
      branch: 'topic',
      commit: commit('a'),
      repository: fork ? 'mallory/r' : 'o/r',
      exists: true,
      ...head,
    },
    into: { branch: 'main', commit: commit('d') },
    fork,
    unseen: 0,
  };
}

/** A forge that answers so, or fails where an answer is an error, and counts how often it was asked. */
export function forge(
  circumstances: Circumstances | Error,
  permission: Permission | Error = 'write',
): Pick<ForgeReads, 'permission' | 'circumstances'> & { calls: string[] } {
  const calls: string[] = [];
  const answer = async <T>(call: string, value: T | Error): Promise<T> => {
    calls.push(call);
    if (value instanceof Error) throw value;
    return value;
  };
  return {
    calls,
    permission: (person) => answer(`permission ${person.login}`, permission),
    circumstances: () => answer('circumstances', circumstances),
  };
}
