import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

export type GitServer = {
  /** The address of a repository below `root`, e.g. `repo.git`. */
  urlOf(repository: string): string;
  /** What was asked for, e.g. `POST /repo.git/git-upload-pack`, in order. */
  asked: string[];
  /** Statuses to answer the next requests with, instead of serving them; 0 hangs up. */
  faults: number[];
  /** Called when a request is there and before it is answered. */
  onRequest: (() => void) | null;
};

/** Real git over real HTTP (`git http-backend`), for whoever brings the header; for nobody else. */
export async function startGitServer(root: string, authorization: string): Promise<GitServer> {
  const [asked, faults]: [string[], number[]] = [[], []];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    gitServer.onRequest?.();
    const fault = faults.shift() ?? (request.headers.authorization === authorization ? null : 401);
    if (fault === 0) request.socket.destroy();
    else if (fault === null) serve(root, request, response);
    else
      response.writeHead(fault, { 'www-authenticate': 'Basic', location: 'http://127.0.0.1:1/' }).end('no');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const gitServer: GitServer = {
    urlOf: (repository) => `http://127.0.0.1:${port}/${repository}`,
    asked,
    faults,
    onRequest: null,
  };
  return gitServer;
}

function serve(root: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, search } = new URL(request.url ?? '', 'http://localhost');
  const header = (name: string): string => String(request.headers[name] ?? '');
  const env = {
    PATH: process.env['PATH'],
    GIT_PROJECT_ROOT: root,
    GIT_HTTP_EXPORT_ALL: '1',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'uploadpack.allowAnySHA1InWant',
    GIT_CONFIG_VALUE_0: 'true',
    GIT_PROTOCOL: header('git-protocol'),
    REQUEST_METHOD: request.method,
    PATH_INFO: pathname,
    QUERY_STRING: search.slice(1),
    CONTENT_TYPE: header('content-type'),
    HTTP_CONTENT_ENCODING: header('content-encoding'),
  };
  const backend = spawn('git', ['http-backend'], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  request.pipe(backend.stdin);
  const chunks: Buffer[] = [];
  backend.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  backend.on('close', () => {
    const output = Buffer.concat(chunks);
    const end = output.indexOf('\r\n\r\n');
    for (const line of output.toString('latin1', 0, end).split('\r\n')) {
      const [name = '', value = ''] = line.split(': ');
      if (name === 'Status') response.statusCode = Number.parseInt(value, 10);
      else response.setHeader(name, value);
    }
    response.end(output.subarray(end + 4));
  });
}
