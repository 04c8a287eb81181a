import * as z from 'zod/mini';
import { OiError } from '../../core/errors.ts';
import type { Receipt } from '../../core/forge.ts';
import type { Client } from './client.ts';
import { createOnce, unrepeated } from './create-once.ts';
import type { Kind, PullEffect } from './kind.ts';
import { type PullText, pullText } from './pull-text.ts';
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

  const create = ({ branch, into, draft, ...wanted }: PullEffect): Promise<Pull> =>
    client.rest(doing, shape, (rest) =>
      rest.pulls.create({
        ...client.at,
        ...pullText(wanted, null),
        head: branch,
        base: into,
        draft,
        ...unrepeated,
      }),
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

  const change = (effect: PullEffect, found: Pull): Promise<Pull> =>
    client.rest({ ...doing, what: 'update the pull request' }, shape, (rest) =>
      rest.pulls.update({
        ...client.at,
        ...pullText(effect, textOf(found)),
        pull_number: found.number,
        ...(found.base.ref !== effect.into && { base: effect.into }),
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
        throw notOpened(error, effect, client);
      }
    },
  };
}

const receipt = ({ number, html_url }: Pull): Receipt => ({ id: String(number), url: html_url });

const textOf = ({ title, body }: Pull): PullText => ({ title, body: body ?? '' });

function isSame(found: Pull, effect: PullEffect): boolean {
  const { title, body } = textOf(found);
  const wanted = pullText(effect, { title, body });
  const isSaid = wanted.title === title && wanted.body === body;
  return isSaid && found.base.ref === effect.into && (effect.draft || !found.draft);
}

/** GitHub's words where the owner's plan has no drafts. Source: https://github.com/cynkra/fledge/issues/260 */
const noDrafts = /draft pull requests are not supported/i;

/**
 * The branch is there, so a person can open what we may not: a repository can forbid its workflows to do so (case R1), and
 * one without drafts would show as ready what is not.
 */
function notOpened(error: OiError, { branch, into }: PullEffect, client: Client): OiError {
  const { owner, repo } = client.at;
  const page = `${client.server}/${owner}/${repo}/compare/${encodeURIComponent(into)}...${encodeURIComponent(branch)}?expand=1`;
  if (error.code === 'forge.forbidden') {
    const allow = 'allow it under Settings, Actions, General, and give the job `pull-requests: write`';
    return new OiError(
      error.code,
      error.happened,
      `Open it yourself on ${page}, or ${allow}.`,
      error.cause,
      page,
    );
  }
  if (error.code !== 'forge.rejected' || !noDrafts.test(error.happened)) return error;
  return new OiError(
    error.code,
    `This repository’s plan has no draft pull requests, and the change in the branch ${branch} is not to look ready.`,
    `Review it and open the pull request yourself on ${page}.`,
    error.cause,
    page,
  );
}
