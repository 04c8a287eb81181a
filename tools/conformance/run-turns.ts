import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { startModel } from '../../sim/model/index.ts';
import type { Json, JsonObject } from '../../src/core/json.ts';
import type { Original } from './original.ts';
import { folders, normalise, type Placeholder } from './placeholders.ts';
import { layRepository } from './repository.ts';
import type { ScriptedCall, Verbs } from './rows.ts';

type Asked = { path: string; body: JsonObject };
export type Run = {
  /** Requests that offer tools, with placeholders in them; the first is the first question. */
  asked: readonly Asked[];
  /** What the program printed last, with placeholders. */
  printed: string;
};

/** Milliseconds, longer than any conversation takes: the program is killed then. */
const patience = 240_000;
export const task = 'Do what the script says.';

/** Runs the original once in a fresh home and repository, against a model that says these turns and then that it is done. */
export async function runTurns(
  original: Original,
  turnsOf: (verbs: Verbs) => readonly (readonly ScriptedCall[])[],
  at: { folder: string; modules: string; path: string },
): Promise<Run> {
  const paths = freshFolders(at.folder);
  layRepository(paths.workspace);
  const turns = turnsOf(original.verbs(paths.workspace));
  let said = 0;
  const model = await startModel({
    // Titles and the like are asked for without tools.
    script: ({ tools }) =>
      tools.length === 0
        ? { text: 'A title' }
        : { text: '', calls: turns[said++] ?? [], ...(said > turns.length && { text: 'Done.' }) },
  });
  try {
    const place = { ...paths, modelUrl: model.baseUrl.replace(/\/v1$/, '') };
    for (const [path, text] of Object.entries(original.files?.(place) ?? {})) {
      mkdirSync(dirname(join(paths.home, path)), { recursive: true });
      writeFileSync(join(paths.home, path), text);
    }
    const program = join(at.modules, original.program);
    const command = /\.m?js$/.test(program) ? [process.execPath, program] : [program];
    const [file = '', ...args] = [...command, ...original.args(task)];
    const { all = '' } = await execa(file, args, {
      cwd: paths.workspace,
      extendEnv: false,
      env: {
        PATH: at.path,
        HOME: paths.home,
        TMPDIR: paths.temporary,
        LANG: 'C.UTF-8',
        ...original.env?.(place),
      },
      all: true,
      stdin: 'ignore',
      reject: false,
      timeout: patience,
      killSignal: 'SIGKILL',
    });
    const those = [...folders(paths), ...(original.placeholders ?? [])];
    return {
      asked: model.requests
        .filter(({ body }) => Array.isArray(body['tools']) && body['tools'].length > 0)
        .map(({ path, body }) => ({ path, body: withPlaceholders(body as JsonObject, those) as JsonObject })),
      printed: normalise(all, those).slice(-500),
    };
  } finally {
    await model.close();
  }
}

function freshFolders(folder: string): { home: string; workspace: string; temporary: string } {
  const [home, workspace, temporary] = ['home', 'workspace', 'temporary'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  for (const path of [home, workspace, temporary]) {
    rmSync(path, { recursive: true, force: true });
    mkdirSync(path, { recursive: true });
  }
  return { home, workspace, temporary };
}

/** Every text in a JSON value, whatever its key. */
export function withPlaceholders(value: Json, those: readonly Placeholder[]): Json {
  if (typeof value === 'string') return normalise(value, those);
  if (Array.isArray(value)) return value.map((each) => withPlaceholders(each, those));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withPlaceholders(each, those)]));
}
