import type { Issue, LabelEvent } from '../../hub/records.ts';
import { connection } from '../connection.ts';
import { type Arguments, type Context, type Fields, notBuilt } from '../resolver.ts';
import { actorOrNull } from './actor.ts';

const built: Record<string, LabelEvent['kind']> = { LABELED_EVENT: 'labeled', UNLABELED_EVENT: 'unlabeled' };

/** The timeline of an issue or pull request as far as its labels go; whoever asks names those types. */
export function timelineItems(issue: Issue, args: Arguments, context: Context) {
  const asked: string[] = args.itemTypes ?? ['every type'];
  const missing = asked.filter((type) => !(type in built));
  if (missing.length > 0) throw notBuilt(context, `timelineItems of ${missing}`);
  if (args.skip) throw notBuilt(context, 'timelineItems with skip');
  const items = issue.labelHistory.filter(
    ({ kind, createdAt }) =>
      asked.some((type) => built[type] === kind) && (!args.since || createdAt >= args.since),
  );
  // What GitHub counts in a filtered timeline is not known, so the counts are not answered.
  const { nodes, edges, pageInfo } = connection(items, args, 'timelineItems');
  return { nodes, edges, pageInfo };
}

/** LabeledEvent and UnlabeledEvent. */
export const labelEventFields: Fields<LabelEvent> = {
  id: (event) => event.nodeId,
  actor: (event) => actorOrNull(event.actor),
  createdAt: (event) => event.createdAt,
  label: (event) => event.label,
  labelable: (event) => event.issue,
};
