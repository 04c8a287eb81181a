import { spawn } from 'node:child_process';

/** Git here sees neither this machine's configuration nor a person to ask. */
export const gitEnvironment: Record<string, string> = {
  PATH: process.env['PATH'] ?? '',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C',
  TZ: 'UTC',
};

export type GitOptions = {
  input?: string | Buffer;
  environment?: Record<string, string>;
  directory?: string;
};
export type GitResult = { code: number; output: Buffer; error: string };

/** Runs git to its end; an exit code is an answer, not an exception. */
export function runGit(args: readonly string[], options: GitOptions = {}): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', args, {
      cwd: options.directory,
      env: { ...gitEnvironment, ...options.environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const output: Buffer[] = [];
    const error: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => error.push(chunk));
    // Git may end before it has read all of its input; the exit code then tells why.
    child.stdin.on('error', () => {});
    child.on('error', reject);
    child.on('close', (code) =>
      resolve({ code: code ?? 1, output: Buffer.concat(output), error: Buffer.concat(error).toString() }),
    );
    child.stdin.end(options.input ?? '');
  });
}
