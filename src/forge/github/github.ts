import type { Effect, ForgeWrites } from '../../core/forge.ts';
import { branches } from './branch.ts';
import { type Connection, openClient } from './client.ts';
import { comments } from './comment.ts';
import type { Kind } from './kind.ts';
import { labels } from './label.ts';
import { openMemory } from './memory.ts';
import { pulls } from './pull.ts';
import { type GitHubReads, openReads } from './reads.ts';

export type GitHub = GitHubReads & ForgeWrites;

/** A repository on GitHub, read and written over one client. `config` is the path of the settings file in it. */
export function openGitHub(connection: Connection, config: string): GitHub {
  const client = openClient(connection);
  const memory = openMemory();
  const kinds: Record<Effect['kind'], Kind<Effect>> = {
    branch: branches(client, memory),
    pull: pulls(client),
    comment: comments(client, memory),
    label: labels(client, memory),
  };
  return {
    ...openReads(client, memory, config),
    look: (effect, blobs) => kinds[effect.kind].look(effect, blobs),
    apply: (effect, blobs) => kinds[effect.kind].apply(effect, blobs),
  };
}
