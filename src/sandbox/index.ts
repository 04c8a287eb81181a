import { OiError } from '../core/errors.ts';
import { openBare } from './bare.ts';
import { usualPrograms } from './bubblewrap.ts';
import type { OpenedSandbox, SandboxOptions } from './options.ts';
import { openWalled } from './walled.ts';

export type { OpenedSandbox, Overlay, Report, SandboxOptions } from './options.ts';

/**
 * Opens the place where untrusted commands run. It holds or it is not there: throws `sandbox.unavailable` where this
 * machine cannot make one, `sandbox.unsound` where its self-test finds a hole, `folder.missing`, `folder.refused`.
 */
export async function openSandbox(options: SandboxOptions): Promise<OpenedSandbox> {
  if (options.mode === 'danger-full-access' && options.platform !== 'win32') return openBare(options);
  if (options.platform !== 'linux') {
    throw new OiError(
      'sandbox.unavailable',
      `There is no sandbox for ${options.platform} yet, and no command runs without one.`,
      'Use Linux, on Windows also WSL 2, or a container on Linux.',
    );
  }
  return openWalled(options, { without: new Set(), programs: usualPrograms, env: options.env });
}
