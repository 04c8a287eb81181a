import { spawn } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gitEnvironment } from '../git/run-git.ts';
import { reads, refusal, writes } from '../hub/access.ts';
import { findRepository, fullName, type Hub } from '../hub/hub.ts';
import type { Repository, Token } from '../hub/records.ts';
import { followAllBranches } from '../pulls/follow-branches.ts';

export type GitRequest = { repository: string; service: string; url: URL };

/** The addresses of git's smart HTTP protocol; null for any other. */
export function parseGitRequest(url: URL): GitRequest | null {
  const match = /^\/([^/]+\/[^/]+?)(?:\.git)?\/(info\/refs|git-upload-pack|git-receive-pack)$/.exec(
    url.pathname,
  );
  if (!match) return null;
  const [, repository = '', path = ''] = match;
  const service = path === 'info/refs' ? (url.searchParams.get('service') ?? '') : path;
  return { repository: decodeURIComponent(repository), service, url };
}

type Denial = { status: number; message: string };

/** `git http-backend` as a CGI program, behind GitHub's doors. */
export async function serveGit(
  hub: Hub,
  asked: GitRequest,
  token: Token | null,
  hasWrongToken: boolean,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const repository = findRepository(hub, asked.repository);
  const denial = hasWrongToken ? wrongToken : denialOf(hub, repository, asked, token);
  if (denial || !repository) return deny(response, denial ?? noRepository);
  await followAllBranches(hub, repository);
  await runBackend(hub, repository, asked, token, request, response);
  if (asked.service === 'git-receive-pack') repository.pushedAt = hub.clock.now();
  await followAllBranches(hub, repository);
}

const wrongToken: Denial = { status: 401, message: 'Invalid username or token.' };
const noRepository: Denial = { status: 404, message: 'Repository not found.' };

function denialOf(
  hub: Hub,
  repository: Repository | undefined,
  asked: GitRequest,
  token: Token | null,
): Denial | null {
  // Without a token nobody learns whether a repository is there.
  if (!repository) return token ? noRepository : { status: 401, message: 'Repository not found.' };
  const isPush = asked.service === 'git-receive-pack';
  const refused = refusal(hub, token, repository, isPush ? writes('write', 'contents') : reads('contents'));
  if (!refused) return null;
  if (!token) return { status: 401, message: 'No anonymous write access.' };
  if (refused.status === 404) return noRepository;
  const name = `${fullName(repository)}.git`;
  return isPush
    ? { status: 403, message: `Permission to ${name} denied to ${token.account.login}.` }
    : { status: 403, message: 'Write access to repository not granted.' };
}

function deny(response: ServerResponse, { status, message }: Denial): void {
  const challenge = status === 401 ? { 'www-authenticate': 'Basic realm="GitHub"' } : {};
  response.writeHead(status, { 'content-type': 'text/plain', ...challenge });
  response.end(`${message}\n`);
}

function runBackend(
  hub: Hub,
  repository: Repository,
  { service, url }: GitRequest,
  token: Token | null,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const header = (name: string) => String(request.headers[name] ?? '');
  const action = url.pathname.endsWith('/info/refs') ? 'info/refs' : service;
  const child = spawn('git', ['http-backend'], {
    env: {
      ...gitEnvironment,
      GIT_PROJECT_ROOT: hub.root,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: `/${fullName(repository)}.git/${action}`,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method ?? 'GET',
      CONTENT_TYPE: header('content-type'),
      CONTENT_LENGTH: header('content-length'),
      HTTP_CONTENT_ENCODING: header('content-encoding'),
      GIT_PROTOCOL: header('git-protocol'),
      REMOTE_USER: token?.account.login ?? 'anonymous',
      // Read by the repository's own hook.
      SIM_MAY_WRITE_WORKFLOWS: mayWriteWorkflows(token) ? '1' : '0',
    },
  });
  request.pipe(child.stdin);
  child.stdin.on('error', () => {});
  // Whoever asked may be gone already.
  if (response.destroyed) child.kill();
  response.on('close', () => child.kill());
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
      resolve();
    });
    relay(child.stdout, response);
  });
}

const mayWriteWorkflows = (token: Token | null): boolean =>
  !token?.permissions || token.permissions.workflows === 'write';

/** CGI: headers, an empty line, then the body. */
function relay(from: NodeJS.ReadableStream, response: ServerResponse): void {
  let head = Buffer.alloc(0);
  from.on('data', (chunk: Buffer) => {
    if (response.headersSent) return void response.write(chunk);
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    let status = 200;
    for (const line of head.toString('latin1', 0, end).split('\r\n')) {
      const colon = line.indexOf(':');
      const [name, value] = [line.slice(0, colon), line.slice(colon + 1).trim()];
      if (name === 'Status') status = Number.parseInt(value, 10);
      else response.setHeader(name, value);
    }
    response.writeHead(status);
    response.write(head.subarray(end + 4));
  });
}
