import type { Turn } from './turn.ts';

/** What goes wrong with one request; made on the socket, not in the client. `after` counts chunks. */
export type Fault =
  | { kind: 'status'; status: number; body: object | string; headers?: Record<string, string> }
  /** The connection is reset before anything is answered. */
  | { kind: 'reset' }
  /** The connection is closed in the middle of the answer. */
  | { kind: 'cut'; after: number }
  /** The answer ends in good order, yet without a finish reason and without `[DONE]`. */
  | { kind: 'unfinished'; after: number }
  /** Nothing more comes, and the connection stays open. */
  | { kind: 'idle'; after: number }
  /** A chunk that is no JSON. */
  | { kind: 'garbage'; after: number }
  /** An error as a chunk of the stream, after it had begun. */
  | { kind: 'error'; after: number; error: object }
  | { kind: 'slow'; milliseconds: number }
  /** The model says this instead of what the script says. */
  | { kind: 'answer'; turn: Turn };

/** An error in the shape that most providers share. */
export const refuse = (
  status: number,
  message: string,
  code: string | null = null,
  headers: Record<string, string> = {},
): Fault => ({
  kind: 'status',
  status,
  body: { error: { message, type: 'invalid_request_error', param: null, code } },
  headers,
});

export const tooMany = (retryAfter: string): Fault =>
  refuse(429, 'Rate limit reached for requests', 'rate_limit_exceeded', { 'retry-after': retryAfter });
export const down = (status: 500 | 502 | 503 | 529): Fault => refuse(status, 'The server had an error');
export const wrongKey = (message = 'Incorrect API key provided'): Fault =>
  refuse(401, message, 'invalid_api_key');
export const noSuchModel = (name: string): Fault =>
  refuse(404, `The model \`${name}\` does not exist or you do not have access to it.`, 'model_not_found');
export const overflow = (window = 8192): Fault =>
  refuse(400, `This model's maximum context length is ${window} tokens.`, 'context_length_exceeded');
export const webPage = (status: number): Fault => ({
  kind: 'status',
  status,
  body: '<!doctype html><title>Welcome</title><p>This is a web site.',
  headers: { 'content-type': 'text/html; charset=utf-8' },
});
export const emptyAnswer = (): Fault => ({ kind: 'answer', turn: {} });
export const filteredAnswer = (): Fault => ({ kind: 'answer', turn: { finish: 'content_filter' } });
export const refusal = (words: string): Fault => ({
  kind: 'answer',
  turn: { refusal: words },
});
