import type { Hub } from '../hub/hub.ts';
import type { Account, Issue, Repository } from '../hub/records.ts';
import type { Json } from './urls.ts';

/** GitHub's "simple user". */
export function accountJson(hub: Hub, account: Account): Json {
  const name = encodeURIComponent(account.login);
  const url = `${hub.urls.api}/users/${name}`;
  return {
    login: account.login,
    id: account.id,
    node_id: account.nodeId,
    avatar_url: `${hub.urls.web}/avatars/u/${account.id}`,
    gravatar_id: '',
    url,
    html_url: account.type === 'Bot' ? `${hub.urls.web}/apps/${appSlug(account)}` : `${hub.urls.web}/${name}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: account.type,
    user_view_type: 'public',
    site_admin: false,
  };
}

/** Null for an account that was deleted. */
export const authorJson = (hub: Hub, account: Account | null): Json | null =>
  account && !account.deleted ? accountJson(hub, account) : null;

export const appSlug = (account: Account): string => account.login.replace(/\[bot\]$/, '');

/** `performed_via_github_app`. */
export function appJson(hub: Hub, app: Account | null): Json | null {
  if (!app) return null;
  const owner = hub.accounts.get('github') ?? app;
  return {
    id: app.id,
    client_id: `Iv1.${app.id.toString(16).padStart(16, '0')}`,
    slug: appSlug(app),
    node_id: `A_${app.nodeId}`,
    owner: accountJson(hub, owner),
    name: appSlug(app),
    description: '',
    external_url: hub.urls.web,
    html_url: `${hub.urls.web}/apps/${appSlug(app)}`,
    created_at: app.createdAt,
    updated_at: app.createdAt,
    permissions: { metadata: 'read' },
    events: [],
  };
}

/** Member and collaborator are told apart by the kind of owner, as roles here are given to single people. */
export function association(repository: Repository, account: Account): string {
  if (account === repository.owner) return 'OWNER';
  if (repository.roles.has(account.login.toLowerCase()))
    return repository.owner.type === 'Organization' ? 'MEMBER' : 'COLLABORATOR';
  return hasMergedPull(repository, account) ? 'CONTRIBUTOR' : 'NONE';
}

const hasMergedPull = (repository: Repository, account: Account): boolean =>
  [...repository.issues.values()].some((issue: Issue) => issue.pull?.merged && issue.author === account);

/** `GET /user` and `GET /users/{username}`. */
export function publicUserJson(hub: Hub, account: Account): Json {
  const repositories = [...hub.repositories.values()].filter((repository) => repository.owner === account);
  return {
    ...accountJson(hub, account),
    name: account.name,
    company: null,
    blog: '',
    location: null,
    email: null,
    hireable: null,
    bio: null,
    public_repos: repositories.filter((repository) => !repository.private).length,
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: account.createdAt,
    updated_at: account.createdAt,
  };
}
