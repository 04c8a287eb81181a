import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseFileCommand, summaryBytes } from './file-commands.ts';
import type { JobLog } from './job-log.ts';

const files = {
  GITHUB_ENV: 'set_env',
  GITHUB_OUTPUT: 'set_output',
  GITHUB_PATH: 'add_path',
  GITHUB_STATE: 'save_state',
  GITHUB_STEP_SUMMARY: 'step_summary',
} as const;
type Name = keyof typeof files;

/** What a phase left in its files. `failed`: a file could not be read, and with it the step fails. */
export type Left = {
  env: Record<string, string>;
  outputs: Record<string, string>;
  state: Record<string, string>;
  path: string[];
  summary: string;
  failed: boolean;
};

/** Fresh files for one phase; `collect` reads them when its process has ended. */
export function layFileCommands(folder: string, log: JobLog): { env: Record<Name, string>; collect(): Left } {
  const id = randomUUID();
  const path = (name: Name): string => join(folder, `${files[name]}_${id}`);
  const names = Object.keys(files) as Name[];
  for (const name of names) writeFileSync(path(name), '');
  const text = (name: Name): string => readFileSync(path(name), 'utf8');

  const collect = (): Left => {
    let failed = false;
    const entries = (name: Name): Record<string, string> => {
      try {
        return parseFileCommand(text(name));
      } catch (error) {
        failed = true;
        log.annotate(
          'error',
          `Unable to process file command '${name.slice(7).toLowerCase()}' successfully.`,
        );
        log.annotate('error', String(error instanceof Error ? error.message : error));
        return {};
      }
    };
    return {
      env: allowed(entries('GITHUB_ENV'), log),
      outputs: entries('GITHUB_OUTPUT'),
      state: entries('GITHUB_STATE'),
      path: text('GITHUB_PATH').split(/\r?\n/).filter(Boolean),
      summary: fitting(text('GITHUB_STEP_SUMMARY'), log),
      failed,
    };
  };
  return {
    env: Object.fromEntries(names.map((name) => [name, path(name)])) as Record<Name, string>,
    collect,
  };
}

/** What a step may set for later ones: not what the runner itself sets, and not what would run code in every Node. */
function allowed(env: Record<string, string>, log: JobLog): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => {
      if (name.toUpperCase() === 'NODE_OPTIONS') {
        log.annotate('error', `Can't store ${name} output parameter using '$GITHUB_ENV' command.`);
        return false;
      }
      return !/^(GITHUB|RUNNER)_/i.test(name);
    }),
  );
}

function fitting(summary: string, log: JobLog): string {
  const bytes = Buffer.byteLength(summary);
  if (bytes <= summaryBytes) return summary;
  log.annotate(
    'error',
    `$GITHUB_STEP_SUMMARY upload aborted, supports content up to a size of 1024k, got ${Math.ceil(bytes / 1024)}k.`,
  );
  return '';
}
