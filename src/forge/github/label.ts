import * as z from 'zod/mini';
import { OiError } from '../../core/errors.ts';
import type { Receipt } from '../../core/forge.ts';
import type { Client } from './client.ts';
import type { Kind, LabelEffect } from './kind.ts';
import type { Memory } from './memory.ts';

const onSubject = z.array(z.object({ name: z.string() }));

/**
 * A label on a subject. Both calls may be repeated: what is there is not added twice. A label that the repository does not
 * have is made. Source: https://docs.github.com/rest/issues/labels.
 */
export function labels(client: Client, { labels }: Memory): Kind<LabelEffect> {
  const receipt = ({ subject: { kind, number }, label }: LabelEffect): Receipt => {
    const { owner, repo } = client.at;
    const url = `${client.server}/${owner}/${repo}/${kind === 'pull' ? 'pull' : 'issues'}/${number}`;
    return { id: label, url };
  };

  async function read(number: number): Promise<Set<string>> {
    const doing = { what: 'read the labels', needs: 'issues: read' };
    const found = await client.rest(doing, onSubject, ({ issues }) =>
      issues.listLabelsOnIssue({ ...client.at, issue_number: number, per_page: 100 }),
    );
    return know(number, found);
  }

  function know(number: number, found: z.infer<typeof onSubject>): Set<string> {
    const names = new Set(found.map(({ name }) => name));
    labels.set(number, names);
    return names;
  }

  async function remove(number: number, label: string): Promise<void> {
    const doing = { what: `take the label ${label} off`, needs: 'issues: write' };
    try {
      const left = await client.rest(doing, onSubject, ({ issues }) =>
        issues.removeLabel({ ...client.at, issue_number: number, name: label }),
      );
      know(number, left);
    } catch (error) {
      // Somebody was faster.
      if (!(error instanceof OiError && error.code === 'forge.missing')) throw error;
      labels.delete(number);
    }
  }

  return {
    async look(effect) {
      const { number } = effect.subject;
      const here = labels.get(number) ?? (await read(number));
      return { ...receipt(effect), same: here.has(effect.label) === effect.on };
    },
    async apply(effect) {
      const { number } = effect.subject;
      if (!effect.on) await remove(number, effect.label);
      else {
        const doing = { what: `put the label ${effect.label} on`, needs: 'issues: write' };
        const all = await client.rest(doing, onSubject, ({ issues }) =>
          issues.addLabels({ ...client.at, issue_number: number, labels: [effect.label] }),
        );
        know(number, all);
      }
      return receipt(effect);
    },
  };
}
