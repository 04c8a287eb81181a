import * as z from 'zod/mini';
import { OiError } from '../../core/errors.ts';
import type { Receipt } from '../../core/forge.ts';
import type { Client } from './client.ts';
import { createOnce, unrepeated } from './create-once.ts';
import type { Kind, PullEffect } from './kind.ts';
import { readyMutation } from './queries.ts';

const shape = z.object({
  number: z.int(),
  html_url: z.string(),
  title: z.string(),
  body: z.nullish(z.string()),
  base: z.object({ ref: z.string() }),
  draft: z.optional(z.boolean()),
  node_id: z.string(),
});
type Pull = z.infer<typeof shape>;

const doing = { what: 'open a pull request', needs: 'pull-requests: write' };

/** The one open pull request from a branch of ours. */
export function pulls(client: Client): Kind<PullEffect> {
  async function find({ branch }: PullEffect): Promise<Pull | null> {
    const [found] = await client.rest(
      { what: 'look for the pull request', needs: 'pull-requests: read' },
      z.array(shape),
      (rest) =>
        rest.pulls.list({ ...client.at, head: `${client.at.owner}:${branch}`, state: 'open', per_page: 1 }),
    );
    return found ?? null;
  }

  const create = ({ branch, into, title, body, draft }: PullEffect): Promise<Pull> =>
    client.rest(doing, shape, (rest) =>
      rest.pulls.create({ ...client.at, head: branch, base: into, title, body, draft, ...unrepeated }),
    );

  /** Lifts a draft, which REST cannot. Nobody's pull request is made a draft again. */
  const makeReady = ({ node_id }: Pull): Promise<unknown> =>
    client.graphql({ ...doing, what: 'mark the pull request as ready' }, z.unknown(), readyMutation, {
      id: node_id,
    });

  async function update(effect: PullEffect, found: Pull): Promise<Pull> {
    if (found.draft && !effect.draft) await makeReady(found);
    return change(effect, found);
  }

  const change = ({ title, body, into }: PullEffect, { number, base }: Pull): Promise<Pull> =>
    client.rest({ ...doing, what: 'update the pull request' }, shape, (rest) =>
      rest.pulls.update({
        ...client.at,
        pull_number: number,
        title,
        body,
        ...(base.ref !== into && { base: into }),
      }),
    );

  return {
    async look(effect) {
      const found = await find(effect);
      return found && { ...receipt(found), same: isSame(found, effect) };
    },
    async apply(effect) {
      const found = await find(effect);
      if (found) return receipt(await update(effect, found));
      try {
        return receipt(
          await createOnce(
            () => create(effect),
            () => find(effect),
          ),
        );
      } catch (error) {
        if (!(error instanceof OiError)) throw error;
        // Another run of ours may have been a moment quicker (case G10).
        const quicker = error.code === 'forge.rejected' ? await find(effect) : null;
        if (quicker) return receipt(await update(effect, quicker));
        throw error.code === 'forge.forbidden' ? byHand(error, effect, client) : error;
      }
    },
  };
}

const receipt = ({ number, html_url }: Pull): Receipt => ({ id: String(number), url: html_url });

const isSame = (found: Pull, { title, body, into, draft }: PullEffect): boolean =>
  found.title === title && (found.body ?? '') === body && found.base.ref === into && (draft || !found.draft);

/** A repository can forbid its workflows to open pull requests (case R1). The branch is there, so a person can. */
function byHand(error: OiError, { branch, into }: PullEffect, client: Client): OiError {
  const { owner, repo } = client.at;
  const page = `${client.server}/${owner}/${repo}/compare/${encodeURIComponent(into)}...${encodeURIComponent(branch)}?expand=1`;
  return new OiError(
    'forge.forbidden',
    error.happened,
    `Open it yourself: ${page} or allow it under Settings, Actions, General, and give the job \`pull-requests: write\`.`,
    error.cause,
  );
}
