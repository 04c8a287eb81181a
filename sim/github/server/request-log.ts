import type { IncomingMessage } from 'node:http';
import { type GraphQLRequest, operationOf } from '../graphql/serve-graphql.ts';
import type { Hub } from '../hub/hub.ts';
import type { Found } from '../validation/find-operation.ts';
import { parseGitRequest } from '../web/serve-git.ts';

/** One request as it came; what was answered is filled in when it is. */
export type LoggedRequest = {
  channel: 'rest' | 'graphql' | 'git' | 'web';
  method: string;
  /** With the query, as it stood in the request line. */
  path: string;
  /** Login of the token's account, `anonymous`, or `unknown token`. */
  identity: string;
  /** OpenAPI operation id, `graphql/NAME`, `git/git-upload-pack`; null for an address that is no operation. */
  operation: string | null;
  /** Whether it asks for a change. */
  writes: boolean;
  /** Without `authorization`. */
  headers: Record<string, string>;
  /** Parsed JSON where it is JSON; git's bytes are not kept. */
  body: unknown;
  status: number | null;
  answer: unknown;
};

/** `path` is what follows the API's root, null elsewhere. */
type Known = { url: URL; path: string | null; found: Found | null; identity: string };

export async function logRequest(
  hub: Hub,
  request: IncomingMessage,
  { url, path, found, identity }: Known,
): Promise<LoggedRequest> {
  const { authorization: _, ...headers } = request.headers;
  const entry = {
    method: request.method ?? 'GET',
    path: url.pathname + url.search,
    identity,
    headers: headers as Record<string, string>,
    status: null,
    answer: undefined,
  };
  const git = parseGitRequest(url);
  if (git) {
    const operation = `git/${git.service}`;
    return {
      ...entry,
      channel: 'git',
      operation,
      writes: operation === 'git/git-receive-pack',
      body: undefined,
    };
  }
  const body = await readBody(request);
  if (url.pathname === new URL(hub.urls.graphql).pathname) {
    const { name, isMutation } = await operationOf((body ?? {}) as GraphQLRequest);
    return { ...entry, channel: 'graphql', operation: `graphql/${name}`, writes: isMutation, body };
  }
  const operation = found?.operation.operationId ?? null;
  return {
    ...entry,
    channel: path === null ? 'web' : 'rest',
    operation,
    writes: entry.method !== 'GET',
    body,
  };
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
