/**
 * The hands: a process inside the sandbox that does file work for the host. A line of JSON in, a line of JSON out:
 * `{id, op, args}` with an operation of `Files` and its arguments, answered by `{id, ok, value}` or `{id, ok, why}`.
 * Bytes travel as base64. One request at a time, nothing is remembered, and the end of stdin is the end. It waits for
 * nothing but its next request: what takes too long is killed from outside.
 */
import { readSync, writeSync } from 'node:fs';
import type { Attempt } from '../core/sandbox.ts';
import { type Hands, hands } from './hands.ts';

type Request = { id: number; op: keyof Hands; args: unknown[] };

const ours = hands(process.cwd());

for (const line of lines(0)) {
  const { id, op, args } = JSON.parse(line) as Request;
  if (op === 'write') args[1] = Buffer.from(String(args[1]), 'base64');
  const result = (ours[op] as (...args: unknown[]) => Attempt<unknown>)(...args);
  if (op === 'read' && result.ok) sendContent(id, result.value as { content: Buffer; bytes: number });
  else send(`${JSON.stringify({ id, ...result })}\n`);
}

/** In parts, so that a large file is not in memory several times over. */
function sendContent(id: number, { content, bytes }: { content: Buffer; bytes: number }): void {
  const part = 3 * 64 * 1024;
  send(`{"id":${id},"ok":true,"value":{"bytes":${bytes},"content":"`);
  for (let at = 0; at < content.length; at += part) send(content.toString('base64', at, at + part));
  send('"}}\n');
}

function* lines(descriptor: number): Generator<string, void, undefined> {
  const chunk = Buffer.allocUnsafeSlow(64 * 1024);
  let pieces: Buffer[] = [];
  for (;;) {
    const got = readSync(descriptor, chunk);
    if (got === 0) return;
    let rest = chunk.subarray(0, got);
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      yield Buffer.concat([...pieces, rest.subarray(0, end)]).toString('utf8');
      pieces = [];
      rest = rest.subarray(end + 1);
    }
    if (rest.length > 0) pieces.push(Buffer.from(rest));
  }
}

function send(text: string): void {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length; ) done += writeSync(1, bytes, done);
}
