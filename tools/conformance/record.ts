import type { Original } from './agent.ts';
import { measureAgent } from './measure-agent.ts';
import { folders, meanings } from './placeholders.ts';
import type { Recording } from './recording.ts';
import { rowsOf } from './rows.ts';
import type { Where } from './run-turns.ts';

const nowhere = { workspace: '', home: '', temporary: '', modules: '' };

const somewhere = {
  workspace: '<workspace>',
  home: '<home>',
  temporary: '<temporary>',
  modelUrl: '<model>',
};

/** What an original asks and answers. `only` is how the names of the rows begin that are played. */
export async function record(original: Original, date: string, where: Where, only = ''): Promise<Recording> {
  const { id, harness = id, package: name, version, wire, verbs, args, env, placeholders = [] } = original;
  const { groups } = original;
  const isPlayed = (row: string): boolean =>
    row.startsWith(only) && (groups?.includes(row.replace(/:.*/, '')) ?? true);
  const rowsAt = (workspace: string) => rowsOf(verbs(workspace)).filter(({ name: row }) => isPlayed(row));
  return {
    id,
    harness,
    package: name,
    version,
    date,
    wire,
    arguments: args('<task>'),
    environment: env?.(somewhere) ?? {},
    placeholders: meanings([...folders(nowhere), ...placeholders]),
    ...(await measureAgent(original, rowsAt, where)),
  };
}
