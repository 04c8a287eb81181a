import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { gitEnvironment } from './run-git.ts';

export type ObjectType = 'commit' | 'tree' | 'blob' | 'tag';
export type ObjectInfo = { sha: string; type: ObjectType; size: number };
export type GitObject = ObjectInfo & { data: Buffer };

/**
 * One long-lived `git cat-file --batch-command`: a look-up costs a tenth of a millisecond where a process costs five.
 * It sees refs and objects that other processes write meanwhile.
 */
export type CatFile = {
  info(name: string): Promise<ObjectInfo | null>;
  contents(name: string): Promise<GitObject | null>;
  close(): void;
};

type Waiting = { withData: boolean; resolve(found: GitObject | null): void; reject(error: Error): void };

export function openCatFile(directory: string): CatFile {
  let child: ChildProcessWithoutNullStreams | null = null;
  const waiting: Waiting[] = [];
  const ask = (command: 'info' | 'contents', name: string): Promise<GitObject | null> => {
    if (/[\n\0]/.test(name)) return Promise.resolve(null);
    child ??= start();
    const { stdin } = child;
    return new Promise((resolve, reject) => {
      waiting.push({ withData: command === 'contents', resolve, reject });
      stdin.write(`${command} ${name}\n`);
    });
  };
  const start = () => {
    const started = spawn('git', ['--git-dir', directory, 'cat-file', '--batch-command'], {
      env: gitEnvironment,
    });
    const read = answerReader(waiting);
    started.stdout.on('data', read);
    started.stdin.on('error', () => {});
    started.on('error', () => {});
    started.on('close', () => {
      if (child === started) child = null;
      for (const { reject } of waiting.splice(0)) reject(new Error(`git cat-file ended: ${directory}`));
    });
    return started;
  };
  return {
    info: (name) => ask('info', name),
    contents: (name) => ask('contents', name),
    close: () => child?.stdin.end(),
  };
}

/** Cuts git's output into answers: `SHA TYPE SIZE` and, when asked for, that many bytes and a newline. */
function answerReader(waiting: Waiting[]): (chunk: Buffer) => void {
  let chunks: Buffer[] = [];
  let bytes = 0;
  let needed = 1;
  return (chunk) => {
    chunks.push(chunk);
    bytes += chunk.length;
    while (bytes >= needed && bytes > 0) {
      const buffer = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
      const taken = takeAnswer(buffer, waiting[0]);
      chunks = [buffer.subarray(taken.used)];
      bytes -= taken.used;
      needed = taken.needed;
      if (taken.used > 0) waiting.shift()?.resolve(taken.found);
    }
  };
}

function takeAnswer(
  buffer: Buffer,
  asked: Waiting | undefined,
): { used: number; needed: number; found: GitObject | null } {
  const newline = buffer.indexOf(10);
  if (newline < 0) return { used: 0, needed: buffer.length + 1, found: null };
  const header = /^([0-9a-f]{40,64}) (commit|tree|blob|tag) (\d+)$/.exec(buffer.toString('utf8', 0, newline));
  if (!header) return { used: newline + 1, needed: 1, found: null };
  const info = { sha: header[1] ?? '', type: header[2] as ObjectType, size: Number(header[3]) };
  if (!asked?.withData) return { used: newline + 1, needed: 1, found: { ...info, data: Buffer.alloc(0) } };
  const end = newline + 1 + info.size;
  if (buffer.length < end + 1) return { used: 0, needed: end + 1, found: null };
  return {
    used: end + 1,
    needed: 1,
    found: { ...info, data: Buffer.from(buffer.subarray(newline + 1, end)) },
  };
}
