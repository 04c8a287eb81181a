import { claimLabel } from '../../core/forge.ts';
import type { Event } from '../../core/task.ts';
import { type LabelledAnswer, labelledAnswer } from './answers.ts';
import type { Client } from './client.ts';
import { labelEvent } from './event.ts';
import { markOf } from './mark.ts';
import { toPerson } from './people.ts';
import { labelledQuery } from './queries.ts';

type Labelled = Extract<Event, { kind: 'label' }>;

/** Enough for one look: who has more issues waiting lets the next look take them. */
const mostPages = 4;

/**
 * The open issues that wait with a label, oldest first: nobody claims them, and we have not answered since the label was put
 * on. Each comes as the event that put it on, so that it is judged as if that had just happened.
 */
export async function readWaiting(client: Client, label: string): Promise<Labelled[]> {
  const found: LabelledAnswer[] = [];
  let after: string | null = null;
  for (let page = 0; page < mostPages; page++) {
    const issues: Page = await readPage(client, label, after);
    found.push(...issues.nodes);
    if (!issues.pageInfo.hasNextPage) break;
    after = issues.pageInfo.endCursor;
  }
  return found.flatMap((issue) => waits(issue, label) ?? []);
}

type Page = Awaited<ReturnType<typeof readPage>>;
async function readPage(client: Client, label: string, after: string | null) {
  const { owner, repo } = client.at;
  const doing = { what: 'list the labelled issues', needs: 'issues: read' };
  const variables = { owner, name: repo, label, after };
  const { repository } = await client.graphql(doing, labelledAnswer, labelledQuery, variables);
  return repository?.issues ?? { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };
}

/** The forge finds labels in any case; ours is the one that is spelt like it. */
function waits(issue: LabelledAnswer, label: string): Labelled | null {
  const here = issue.labels?.nodes.map(({ name }) => name) ?? [];
  const put = issue.timelineItems.nodes.findLast((event) => event.label.name === label);
  const sender = put && toPerson(put.actor);
  if (!sender || !here.includes(label)) return null;
  const isAnswered = issue.comments.nodes.some(
    ({ viewerDidAuthor, body, createdAt }) =>
      viewerDidAuthor && markOf(body) !== null && Date.parse(createdAt) >= Date.parse(put.createdAt),
  );
  if (isAnswered || here.includes(claimLabel)) return null;
  return labelEvent({ number: issue.number, label, at: put.createdAt, sender });
}
