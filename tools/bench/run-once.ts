import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Seen, startModel } from '../../sim/model/index.ts';
import { type Step, scriptOf } from './conversation.ts';
import { cpuMilliseconds, pssBytes } from './process-tree.ts';

export type Program = {
  /** The command line, given the model's base URL. */
  argv(baseUrl: string): readonly string[];
  folder: string;
  env: Record<string, string>;
};

export type Run = {
  /** From the spawn to the first request's arrival at the server. */
  firstMilliseconds: number;
  /** CPU of the whole tree of processes at that moment. */
  firstCpuMilliseconds: number;
  /** From each request's arrival to the next one's. */
  turnMilliseconds: readonly number[];
  /** From the spawn to the exit. */
  wallMilliseconds: number;
  requests: readonly Seen[];
  connections: number;
  violations: readonly string[];
  /** 0 unless it was sampled. */
  peakBytes: number;
};

const sampleMilliseconds = 5;
/** A run that takes longer hangs. */
const longestMilliseconds = 60_000;

/** Runs a program once, in a fresh process, against a model server of its own. Throws unless it ends well. */
export async function runOnce(
  program: Program,
  steps: readonly Step[],
  { sampleMemory = false }: { sampleMemory?: boolean } = {},
): Promise<Run> {
  const arrivals: number[] = [];
  let firstCpuMilliseconds = 0;
  let peakBytes = 0;
  const heard = (turn: number): void => {
    arrivals.push(performance.now());
    if (turn === 0) firstCpuMilliseconds = cpuMilliseconds(child.pid ?? 0);
  };
  const model = await startModel({ script: scriptOf(steps, heard) });
  const [command = '', ...args] = program.argv(model.baseUrl);
  const began = performance.now();
  const child = spawn(command, args, {
    cwd: program.folder,
    env: program.env,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: longestMilliseconds,
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  const sampler = sampleMemory
    ? setInterval(() => {
        peakBytes = Math.max(peakBytes, pssBytes(child.pid ?? 0));
      }, sampleMilliseconds)
    : undefined;
  const [code] = await once(child, 'exit');
  const wallMilliseconds = performance.now() - began;
  clearInterval(sampler);
  await model.close();
  if (code !== 0 || arrivals.length !== steps.length) {
    throw new Error(`${command} ended with ${code} after ${arrivals.length} requests:\n${complaint}`);
  }
  return {
    firstMilliseconds: (arrivals[0] ?? 0) - began,
    firstCpuMilliseconds,
    turnMilliseconds: arrivals.slice(1).map((arrival, at) => arrival - (arrivals[at] ?? 0)),
    wallMilliseconds,
    requests: model.requests,
    connections: model.connections(),
    violations: model.violations,
    peakBytes,
  };
}
