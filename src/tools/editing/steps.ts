import type { Attempt, Files } from '../../core/sandbox.ts';
import { writeWhole } from './whole.ts';

/** One change on the disk. `before` is what it overwrites or removes, as bytes, null where nothing is there. */
export type Step =
  | { do: 'write'; path: string; bytes: string; before: string | null }
  | { do: 'remove'; path: string; before: string }
  | { do: 'rename'; path: string; to: string; before: string | null };

/** All of them, or what was done is taken back; `path` is where it failed. */
export async function performAll(
  steps: readonly Step[],
  files: Files,
): Promise<{ ok: true } | (Attempt<never> & { ok: false; path: string })> {
  for (const [index, step] of steps.entries()) {
    const done = await perform(step, files);
    if (done.ok) continue;
    const stuck: string[] = [];
    for (const former of steps.slice(0, index).reverse()) {
      if (!(await takeBack(former, files))) stuck.push(former.path);
    }
    const rest =
      stuck.length === 0 ? 'Nothing was changed.' : `These could not be put back: ${stuck.join(', ')}.`;
    return { ...done, why: `${done.why} ${rest}`, path: step.path };
  }
  return { ok: true };
}

function perform(step: Step, files: Files): Promise<Attempt<unknown>> {
  if (step.do === 'write') return writeWhole(files, step.path, step.bytes);
  return step.do === 'remove' ? files.remove(step.path) : files.rename(step.path, step.to);
}

async function takeBack(step: Step, files: Files): Promise<boolean> {
  if (step.do === 'rename') {
    const back = await files.rename(step.to, step.path);
    return back.ok && (step.before === null || (await writeWhole(files, step.to, step.before)).ok);
  }
  const back = step.before === null ? files.remove(step.path) : writeWhole(files, step.path, step.before);
  return (await back).ok;
}
