import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from '../rest/answer.ts';
import { proxyPage } from './faults.ts';

/** Writes an answer; `cut` promises all of it and breaks off halfway. */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  cut: boolean,
): number {
  const bytes = toBytes(answer);
  const headers = headersOf(answer, bytes);
  const isFresh =
    request.method === 'GET' && answer.status === 200 && request.headers['if-none-match'] === headers['etag'];
  const status = isFresh ? 304 : answer.status;
  if (isFresh) delete headers['content-length'];
  response.writeHead(status, headers);
  if (cut) {
    response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
    return status;
  }
  response.end(isFresh ? undefined : bytes);
  return status;
}

function toBytes({ body }: Answer): Buffer {
  if (body === null || body === undefined) return Buffer.alloc(0);
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

function headersOf(answer: Answer, bytes: Buffer): Record<string, string> {
  const etag = `W/"${createHash('sha256').update(bytes).digest('hex')}"`;
  return {
    ...(answer.status === 204 ? {} : { 'content-type': answer.type ?? 'application/json; charset=utf-8' }),
    ...(answer.status === 200 ? { etag } : {}),
    ...(answer.status === 204 ? {} : { 'content-length': String(bytes.length) }),
    'x-github-media-type': 'github.v3; format=json',
    'x-github-api-version-selected': '2022-11-28',
    'x-github-request-id': randomBytes(10).toString('hex').toUpperCase(),
    ...answer.headers,
  };
}

export const proxyAnswer: Answer = { status: 502, body: proxyPage, type: 'text/html' };
