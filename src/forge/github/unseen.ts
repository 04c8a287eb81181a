import * as z from 'zod/mini';
import type { SubjectCircumstances } from '../../core/forge.ts';
import type { Client } from './client.ts';

const comparison = z.object({ behind_by: z.int() });
const reading = { what: 'compare commits', needs: 'contents: read' };

/**
 * How many commits of a person's pull request our branch that is stacked on it lacks. Costs a call, and only where there is
 * such a branch from an earlier task.
 */
export async function unseen(client: Client, { pull, ours }: SubjectCircumstances): Promise<number> {
  if (!pull || pull.fork || ours.head === null || ours.begun || ours.name === pull.head.branch) return 0;
  const basehead = `${pull.head.commit}...${ours.head}`;
  const { behind_by } = await client.rest(reading, comparison, ({ repos }) =>
    repos.compareCommitsWithBasehead({ ...client.at, basehead, per_page: 1 }),
  );
  return behind_by;
}
