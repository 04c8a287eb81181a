import type { Disk } from './disk.ts';
import { canaries, type Job } from './job.ts';

/** The `github` context as far as it is text. Source: https://docs.github.com/actions/reference/workflows-and-actions/variables. */
export function githubContext(job: Job, disk: Disk): Record<string, string> {
  const { repository, urls } = job;
  const { login, id } = job.actor ?? { login: 'octocat', id: 583231 };
  const ref = job.ref ?? 'refs/heads/main';
  const sha = job.sha ?? '0'.repeat(40);
  const workflow = job.workflow ?? { path: '.github/workflows/oi.yml', name: 'oi' };
  return {
    action: '__run',
    action_path: job.dir,
    actor: login,
    actor_id: String(id),
    api_url: urls.api,
    event_name: job.eventName,
    event_path: disk.event,
    graphql_url: urls.graphql,
    job: job.name ?? 'oi',
    ref,
    ref_name: ref.replace(/^refs\/(heads|tags|pull)\//, ''),
    ref_protected: 'false',
    ref_type: ref.startsWith('refs/tags/') ? 'tag' : 'branch',
    repository: repository.fullName,
    repository_id: String(repository.id),
    repository_owner: repository.fullName.split('/')[0] ?? '',
    repository_owner_id: String(repository.ownerId),
    retention_days: '90',
    run_attempt: String(job.attempt ?? 1),
    run_id: String(job.runId ?? 1),
    run_number: '1',
    server_url: urls.server,
    sha,
    triggering_actor: job.triggeringActor ?? login,
    workflow: workflow.name ?? workflow.path,
    workflow_ref: `${repository.fullName}/${workflow.path}@${ref}`,
    workflow_sha: sha,
    workspace: disk.workspace,
  };
}

/** The environment of every phase: a hosted runner's, with nothing of the machine that plays it. */
export function jobEnvironment(
  job: Job,
  disk: Disk,
  github: Readonly<Record<string, string>>,
): Record<string, string> {
  return {
    HOME: disk.home,
    LANG: 'C.UTF-8',
    USER: 'runner',
    ...job.env,
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    ...Object.fromEntries(
      Object.entries(github).map(([name, value]) => [`GITHUB_${name.toUpperCase()}`, value]),
    ),
    RUNNER_ARCH: process.arch === 'arm64' ? 'ARM64' : 'X64',
    RUNNER_ENVIRONMENT: 'github-hosted',
    RUNNER_NAME: 'sim',
    RUNNER_OS: 'Linux',
    RUNNER_TEMP: disk.temp,
    RUNNER_TOOL_CACHE: disk.tools,
    ...canaries,
    ACTIONS_RUNTIME_URL: `${job.urls.server}/_runtime/`,
    ACTIONS_RESULTS_URL: `${job.urls.server}/_results/`,
    ACTIONS_CACHE_URL: `${job.urls.server}/_cache/`,
    ACTIONS_ID_TOKEN_REQUEST_URL: `${job.urls.server}/_oidc?api-version=2.0`,
  };
}

/** Where programs are found: what earlier steps added, newest first, then the system's. */
export const searchPath = (added: readonly string[]): string =>
  [...added, '/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'].join(':');
