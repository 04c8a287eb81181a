import * as z from 'zod/mini';
import { OiError } from '../../core/errors.ts';
import type { Client } from './client.ts';
import { createOnce, unrepeated } from './create-once.ts';
import type { CommentEffect, Kind } from './kind.ts';
import { marked, markOf } from './mark.ts';
import type { Memory } from './memory.ts';
import { isOurs } from './remarks.ts';
import { readThread } from './thread.ts';

type Comment = { id: number; url: string; body: string };

const written = z.object({ id: z.int(), html_url: z.string() });
const doing = { what: 'write a comment', needs: 'issues: write' };

/** A comment of ours, found again by the hidden mark that carries its key. */
export function comments(client: Client, memory: Memory): Kind<CommentEffect> {
  const find = async (effect: CommentEffect): Promise<Comment | null> => {
    const known = memory.comments.get(effect.key);
    if (known || memory.threads.has(effect.subject.number)) return known ?? null;
    return search(effect);
  };

  async function search({ key, subject }: CommentEffect): Promise<Comment | null> {
    const { remarks } = await readThread(client, subject.number);
    const found = remarks.findLast((remark) => isOurs(remark) && markOf(remark.body) === key);
    return found ? { id: found.fullDatabaseId, url: found.url, body: found.body } : null;
  }

  const create = async ({ subject }: CommentEffect, body: string): Promise<Comment> => {
    const made = await client.rest(doing, written, ({ issues }) =>
      issues.createComment({ ...client.at, issue_number: subject.number, body, ...unrepeated }),
    );
    return { id: made.id, url: made.html_url, body };
  };

  /** Null when somebody has deleted it. */
  async function update({ id }: Comment, body: string): Promise<Comment | null> {
    try {
      const made = await client.rest(doing, written, ({ issues }) =>
        issues.updateComment({ ...client.at, comment_id: id, body }),
      );
      return { id: made.id, url: made.html_url, body };
    } catch (error) {
      if (error instanceof OiError && error.code === 'forge.missing') return null;
      throw error;
    }
  }

  return {
    async look(effect) {
      const found = await find(effect);
      const same = found?.body === marked(effect.key, effect.body);
      return found && { id: String(found.id), url: found.url, same };
    },
    async apply(effect) {
      const body = marked(effect.key, effect.body);
      const found = await find(effect);
      const comment =
        (found && (await update(found, body))) ??
        (await createOnce(
          () => create(effect, body),
          () => search(effect),
        ));
      memory.comments.set(effect.key, comment);
      return { id: String(comment.id), url: comment.url };
    },
  };
}
