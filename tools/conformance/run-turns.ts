import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { startModel } from '../../sim/model/index.ts';
import type { Json, JsonObject } from '../../src/core/json.ts';
import type { Agent } from './agent.ts';
import { folders, normalise, type Placeholder, type RunFolders } from './placeholders.ts';
import { layRepository } from './repository.ts';
import type { ScriptedCall } from './rows.ts';

/** Where agents are run: a folder for their home and repository, what starts one, and the PATH it has. */
export type Where = { folder: string; command: readonly string[]; path: string };

export type Run = {
  /** Requests that offer tools, with placeholders in them; the first is the first question. */
  asked: readonly { path: string; body: JsonObject }[];
  /** What strict providers would have refused. */
  violations: readonly string[];
  /** What the program printed last, with placeholders. */
  printed: string;
};

/** Milliseconds, longer than any conversation takes: the program is killed then. */
const patience = 240_000;
const task = 'Do what the script says.';

/** Runs an agent once in a fresh home and repository, against a model that says these turns and then that it is done. */
export async function runTurns(
  agent: Agent,
  turnsOf: (workspace: string) => readonly (readonly ScriptedCall[])[],
  where: Where,
): Promise<Run> {
  const paths = freshFolders(where.folder);
  layRepository(paths.workspace);
  const turns = turnsOf(paths.workspace);
  let said = 0;
  const model = await startModel({
    // Titles and the like are asked for without tools.
    script: ({ tools }) => {
      if (tools.length === 0) return { text: 'A title' };
      const calls = turns[said++];
      return calls ? { calls } : { text: 'Done.' };
    },
  });
  try {
    const place = { ...paths, modelUrl: model.baseUrl.replace(/\/v1$/, '') };
    layFiles(paths.home, agent.files?.(place) ?? {});
    const [file = '', ...args] = [...where.command, ...agent.args(task)];
    const { all = '' } = await execa(file, args, {
      cwd: paths.workspace,
      extendEnv: false,
      env: {
        PATH: where.path,
        HOME: paths.home,
        TMPDIR: paths.temporary,
        LANG: 'C.UTF-8',
        ...agent.env?.(place),
      },
      all: true,
      stdin: 'ignore',
      reject: false,
      timeout: patience,
      killSignal: 'SIGKILL',
    });
    const those = [...folders(paths), ...(agent.placeholders ?? [])];
    return {
      asked: model.requests
        .filter(({ body }) => Array.isArray(body['tools']) && body['tools'].length > 0)
        .map(({ path, body }) => ({ path, body: withPlaceholders(body as JsonObject, those) as JsonObject })),
      violations: model.violations,
      printed: normalise(all, those).slice(-500),
    };
  } finally {
    await model.close();
  }
}

function freshFolders(folder: string): RunFolders {
  const paths = {
    home: join(folder, 'home'),
    workspace: join(folder, 'workspace'),
    temporary: join(folder, 'temporary'),
  };
  for (const path of Object.values(paths)) {
    rmSync(path, { recursive: true, force: true });
    mkdirSync(path, { recursive: true });
  }
  return { ...paths, modules: join(folder, 'node_modules') };
}

function layFiles(home: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
}

/** Every text in a JSON value, whatever its key. */
function withPlaceholders(value: Json, those: readonly Placeholder[]): Json {
  if (typeof value === 'string') return normalise(value, those);
  if (Array.isArray(value)) return value.map((each) => withPlaceholders(each, those));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withPlaceholders(each, those)]));
}
