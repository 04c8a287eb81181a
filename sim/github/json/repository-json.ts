import { atLeast, roleOf } from '../hub/access.ts';
import { fullName, type Hub } from '../hub/hub.ts';
import type { Account, Repository } from '../hub/records.ts';
import { rootOf } from '../hub/repository-family.ts';
import { accountJson } from './account-json.ts';
import { apiUrl, type Json, webUrl } from './urls.ts';

/** What follows a repository's API address in its many templates. */
const templates: Record<string, string> = {
  archive: '/{archive_format}{/ref}',
  assignees: '/assignees{/user}',
  blobs: '/git/blobs{/sha}',
  branches: '/branches{/branch}',
  collaborators: '/collaborators{/collaborator}',
  comments: '/comments{/number}',
  commits: '/commits{/sha}',
  compare: '/compare/{base}...{head}',
  contents: '/contents/{+path}',
  contributors: '/contributors',
  deployments: '/deployments',
  downloads: '/downloads',
  events: '/events',
  forks: '/forks',
  git_commits: '/git/commits{/sha}',
  git_refs: '/git/refs{/sha}',
  git_tags: '/git/tags{/sha}',
  hooks: '/hooks',
  issue_comment: '/issues/comments{/number}',
  issue_events: '/issues/events{/number}',
  issues: '/issues{/number}',
  keys: '/keys{/key_id}',
  labels: '/labels{/name}',
  languages: '/languages',
  merges: '/merges',
  milestones: '/milestones{/number}',
  notifications: '/notifications{?since,all,participating}',
  pulls: '/pulls{/number}',
  releases: '/releases{/id}',
  stargazers: '/stargazers',
  statuses: '/statuses/{sha}',
  subscribers: '/subscribers',
  subscription: '/subscription',
  tags: '/tags',
  teams: '/teams',
  trees: '/git/trees{/sha}',
};

/** The short form that lies inside issues, pull requests and events. */
export function repositoryJson(hub: Hub, repository: Repository, viewer: Account | null = null): Json {
  const name = fullName(repository);
  const url = apiUrl(hub, repository);
  const openIssues = [...repository.issues.values()].filter((issue) => issue.state === 'open').length;
  const forks = [...hub.repositories.values()].filter((other) => other.parent === repository).length;
  return {
    id: repository.id,
    node_id: repository.nodeId,
    name: repository.name,
    full_name: name,
    private: repository.private,
    owner: accountJson(hub, repository.owner),
    html_url: webUrl(hub, repository),
    description: repository.description,
    fork: repository.parent !== null,
    url,
    ...Object.fromEntries(Object.entries(templates).map(([key, path]) => [`${key}_url`, url + path])),
    git_url: `git://127.0.0.1/${name}.git`,
    ssh_url: `git@127.0.0.1:${name}.git`,
    clone_url: `${webUrl(hub, repository)}.git`,
    svn_url: webUrl(hub, repository),
    mirror_url: null,
    homepage: null,
    language: null,
    license: null,
    created_at: repository.createdAt,
    updated_at: repository.createdAt,
    pushed_at: repository.pushedAt,
    size: 1,
    stargazers_count: 0,
    watchers_count: 0,
    forks_count: forks,
    open_issues_count: openIssues,
    forks,
    open_issues: openIssues,
    watchers: 0,
    has_issues: true,
    has_projects: true,
    has_downloads: true,
    has_wiki: true,
    has_pages: false,
    has_discussions: false,
    archived: repository.archived,
    disabled: false,
    is_template: false,
    allow_forking: true,
    web_commit_signoff_required: false,
    topics: [],
    visibility: repository.private ? 'private' : 'public',
    default_branch: repository.defaultBranch,
    permissions: permissionsJson(repository, viewer),
  };
}

export function permissionsJson(repository: Repository, account: Account | null): Json {
  const role = roleOf(repository, account);
  return {
    admin: atLeast(role, 'admin'),
    maintain: atLeast(role, 'maintain'),
    push: atLeast(role, 'write'),
    triage: atLeast(role, 'triage'),
    pull: atLeast(role, 'read'),
  };
}

/** `GET /repos/{owner}/{repo}`. */
export function fullRepositoryJson(hub: Hub, repository: Repository, viewer: Account | null): Json {
  const { parent } = repository;
  return {
    ...repositoryJson(hub, repository, viewer),
    network_count: 0,
    subscribers_count: 0,
    allow_squash_merge: true,
    allow_merge_commit: true,
    allow_rebase_merge: false,
    allow_auto_merge: false,
    delete_branch_on_merge: false,
    ...(parent ? { parent: repositoryJson(hub, parent), source: repositoryJson(hub, rootOf(parent)) } : {}),
  };
}
