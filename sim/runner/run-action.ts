import { join } from 'node:path';
import { readActionFile, readInputs } from './action-file.ts';
import { layDisk } from './disk.ts';
import { githubContext, jobEnvironment, searchPath } from './environment.ts';
import { evaluate } from './expressions.ts';
import { canaries, defaultGrace, type Job, type PhaseName } from './job.ts';
import { type Annotation, type JobLog, openJobLog } from './job-log.ts';
import { openMasks } from './masks.ts';
import { type Left, layFileCommands } from './phase-files.ts';
import { type ProcessEnd, runProcess } from './run-process.ts';

/** How a job stands or ended: `job.status`. */
type Status = 'success' | 'failure' | 'cancelled';

export type ActionResult = {
  conclusion: Status;
  outputs: Record<string, string>;
  /** What `save-state` kept for later phases. */
  state: Record<string, string>;
  /** Masked, as it is shown. */
  summary: string;
  log: string;
  /** What was printed besides `add-mask`, unmasked: a test for leaks looks here, where no mask can hide one. */
  raw: string;
  annotations: readonly Annotation[];
  masks: ReadonlySet<string>;
  /** What the step left for later steps of the job. */
  env: Record<string, string>;
  path: string[];
  phases: Partial<Record<PhaseName, ProcessEnd>>;
  /** Of the main phase; null when a signal ended it. */
  exitCode: number | null;
  workspace: string;
  temp: string;
};

/** Runs a JavaScript action the way GitHub's runner does: pre, main, post, each in a process of its own. */
export async function runAction(job: Job): Promise<ActionResult> {
  const disk = layDisk(job);
  const action = readActionFile(job.dir);
  const github = githubContext(job, disk);
  const masks = openMasks([job.token, ...Object.values(canaries), ...(job.secrets ?? [])]);
  const log = openJobLog(masks, job.onLine);
  /** Evaluated anew for each phase, so that a post phase can know how the job stands. Source: actions/runner, ActionRunner.cs. */
  const inputsAt = (status: Status) =>
    readInputs(action, job.inputs ?? {}, (text) =>
      evaluate(text, { github: { ...github, token: job.token }, job: { status } }),
    );
  for (const warning of inputsAt('success').warnings) log.annotate('warning', warning);

  const left: Omit<Left, 'failed'> = {
    env: {},
    outputs: {},
    state: {},
    path: [...(job.path ?? [])],
    summary: '',
  };
  const phases: ActionResult['phases'] = {};
  const cancel = cancellation(job, log);
  let failed = false;
  const status = (): Status => (cancel.signal.aborted ? 'cancelled' : failed ? 'failure' : 'success');

  const phase = async (name: PhaseName, file: string, signal: AbortSignal): Promise<void> => {
    const files = layFileCommands(disk.commands, log);
    phases[name] = await runProcess({
      command: job.node ?? process.execPath,
      args: [join(job.dir, file)],
      cwd: disk.workspace,
      env: {
        ...jobEnvironment({ ...job, env: { ...job.env, ...left.env } }, disk, github),
        PATH: searchPath(left.path),
        ...inputsAt(status()).env,
        ...prefixed('STATE_', left.state),
        ...files.env,
      },
      onLine: log.line,
      onStart: (pid) => job.onProcess?.(name, pid),
      cancel: signal,
      grace: job.grace ?? defaultGrace,
    });
    const now = files.collect();
    Object.assign(left.env, now.env);
    Object.assign(left.state, log.state, now.state);
    if (name === 'main') Object.assign(left.outputs, log.outputs, now.outputs);
    left.path.unshift(...now.path.toReversed());
    left.summary += now.summary;
    failed ||= now.failed || phases[name].code !== 0;
  };

  const { pre, main, post } = action.runs;
  if (pre) await phase('pre', pre, cancel.signal);
  if (status() === 'success') {
    const { stepTimeout = new AbortController().signal } = job;
    stepTimeout.addEventListener('abort', () =>
      log.annotate('error', `The action '${job.dir}' has timed out after some minutes.`),
    );
    await phase('main', main, AbortSignal.any([cancel.signal, stepTimeout]));
    failed ||= stepTimeout.aborted;
  }
  // Where another phase began a post phase runs always, and in the time that a cancelled job still has.
  const begun = Object.keys(phases).length > 0 && !job.machineDies;
  if (post && begun) await phase('post', post, new AbortController().signal);
  cancel.close();

  return {
    ...left,
    conclusion: status(),
    summary: masks.apply(left.summary),
    log: log.text(),
    raw: log.raw(),
    annotations: log.annotations,
    masks: masks.secrets,
    phases,
    exitCode: phases.main?.code ?? null,
    workspace: disk.workspace,
    temp: disk.temp,
  };
}

const prefixed = (prefix: string, values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}${name}`, value]));

/** The caller's cancelling and the job's time limit, as one signal. */
function cancellation(job: Job, log: JobLog): { signal: AbortSignal; close(): void } {
  const limit = new AbortController();
  const timer =
    job.timeoutSeconds === undefined
      ? undefined
      : setTimeout(() => {
          log.annotate('error', `The job has exceeded the maximum execution time of ${job.timeoutSeconds}s.`);
          limit.abort();
        }, job.timeoutSeconds * 1000);
  return {
    signal: job.cancel ? AbortSignal.any([job.cancel, limit.signal]) : limit.signal,
    close: () => clearTimeout(timer),
  };
}
