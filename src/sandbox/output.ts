import { closeSync, openSync, writeSync } from 'node:fs';
import type { Output } from '../core/sandbox.ts';

/** Characters of an output that a model may see at most. */
export const outputLimit = 16_384;
const half = outputLimit / 2;

/** Where an output goes that is too long to be shown: a path for us to write, and the same file for the agent to read. */
export type Spool = { host: string; inside: string };

export type Collector = {
  /** All bytes so far. */
  readonly bytes: number;
  feed(chunk: Buffer): void;
  /** The end: closes the file. */
  finish(): Output;
};

/** Keeps the two ends of an output and writes the whole of it to a file once it is too long. Memory stays flat. */
export function collect(spool: () => Spool): Collector {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let start = '';
  let end = '';
  let characters = 0;
  let newlines = 0;
  let bytes = 0;
  let held: Buffer[] = [];
  let file: { descriptor: number; inside: string } | null = null;
  let spooling = true;

  return {
    get bytes() {
      return bytes;
    },
    feed(chunk) {
      bytes += chunk.length;
      take(decoder.decode(chunk, { stream: true }));
      if (!spooling) return;
      held.push(chunk);
      if (characters > outputLimit) spill();
    },
    finish() {
      take(decoder.decode());
      if (characters <= outputLimit) return { head: start, omitted: 0, tail: '', file: null };
      if (spooling) spill();
      if (file) closeSync(file.descriptor);
      const head = whole(start.slice(0, half));
      const tail = whole(end.slice(-half));
      const omitted = characters - head.length - tail.length;
      const omittedLines = newlines - newlinesIn(head) - newlinesIn(tail);
      return { head, omitted, tail, file: file?.inside ?? null, omittedLines };
    },
  };

  function take(text: string): void {
    characters += text.length;
    newlines += newlinesIn(text);
    if (start.length < outputLimit) start += text.slice(0, outputLimit - start.length);
    end = text.length >= half ? text.slice(-half) : (end + text).slice(-half);
  }

  /** A full disk costs the file, not the command. */
  function spill(): void {
    try {
      if (!file) {
        const { host, inside } = spool();
        file = { descriptor: openSync(host, 'wx', 0o644), inside };
      }
      for (const chunk of held) writeAll(file.descriptor, chunk);
    } catch {
      if (file) closeSync(file.descriptor);
      file = null;
      spooling = false;
    }
    held = [];
  }
}

function newlinesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

function writeAll(descriptor: number, chunk: Buffer): void {
  for (let done = 0; done < chunk.length; ) done += writeSync(descriptor, chunk, done);
}

/** A character beyond U+FFFF is two units long: half of one at an edge is dropped. */
function whole(text: string): string {
  return text.replace(/^[\udc00-\udfff]/, '').replace(/[\ud800-\udbff]$/, '');
}
