import type { Clock } from './clock.ts';
import type { Account, NodeRecord, PullIssue, Repository, Token } from './records.ts';

/** Everything that the local GitHub knows beside what lies in the git repositories. */
export type Hub = {
  root: string;
  /** No slash at the end. */
  urls: { api: string; graphql: string; web: string };
  clock: Clock;
  accounts: Map<string, Account>;
  repositories: Map<string, Repository>;
  tokens: Map<string, Token>;
  nodes: Map<string, NodeRecord>;
  nextId(): number;
  limits: Limits;
  /** What GitHub's published schema forbids, in sentences; a test asserts that it is empty. */
  violations: string[];
};

export type Limits = {
  /** Null is GitHub's own number for the kind of token. */
  requestsPerHour: number | null;
  /** Writes of one token within a minute, before the secondary limit bites. */
  writesPerMinute: number;
  bodyCharacters: number;
  titleCharacters: number;
  diffFiles: number;
  diffLines: number;
};

/** Sources: FIDELITY.md. */
export const githubLimits: Limits = {
  requestsPerHour: null,
  writesPerMinute: 80,
  bodyCharacters: 65_536,
  titleCharacters: 256,
  diffFiles: 300,
  diffLines: 20_000,
};

export function createHub(root: string, clock: Clock): Hub {
  let lastId = 1000;
  return {
    root,
    urls: { api: '', graphql: '', web: '' },
    clock,
    accounts: new Map(),
    repositories: new Map(),
    tokens: new Map(),
    nodes: new Map(),
    nextId: () => ++lastId,
    limits: { ...githubLimits },
    violations: [],
  };
}

export const fullName = (repository: Repository): string => `${repository.owner.login}/${repository.name}`;

/** Logins and repository names are found whatever their case, as on GitHub. */
export const findAccount = (hub: Hub, login: string): Account | undefined =>
  hub.accounts.get(login.toLowerCase());

export const findRepository = (hub: Hub, name: string): Repository | undefined =>
  hub.repositories.get(name.toLowerCase());

/** `prefix` is the one that GitHub gives the kind of thing: `I`, `PR`, `IC`, … */
export function newIds(hub: Hub, prefix: string): { id: number; nodeId: string } {
  const id = hub.nextId();
  return { id, nodeId: nodeIdOf(prefix, id) };
}

export const nodeIdOf = (prefix: string, id: number | string): string =>
  `${prefix}_${Buffer.from(String(id)).toString('base64url')}`;

export function remember<Kind extends NodeRecord>(hub: Hub, record: Kind): Kind {
  hub.nodes.set(record.nodeId, record);
  return record;
}

export const pullsOf = (repository: Repository): PullIssue[] =>
  [...repository.issues.values()].filter((issue): issue is PullIssue => issue.pull !== null);
