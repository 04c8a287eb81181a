// cspell:ignore UNLE
import { type Hub, newIds, remember } from '../hub/hub.ts';
import type { Account, Issue, Label, LabelEvent, Repository } from '../hub/records.ts';

/** A label that is named before anybody made it is made, in grey. */
export function ensureLabel(hub: Hub, repository: Repository, name: string): Label {
  const known = repository.labels.get(name.toLowerCase());
  if (known) return known;
  const label: Label = { kind: 'label', ...newIds(hub, 'LA'), name, color: 'ededed', description: null };
  repository.labels.set(name.toLowerCase(), label);
  return remember(hub, label);
}

/** Gives an issue these labels and no others. Each that comes or goes is an event; one that stays is none. */
export function setLabels(hub: Hub, issue: Issue, by: Account, wanted: readonly Label[]): LabelEvent[] {
  const labels = [...new Set(wanted)];
  const gone = issue.labels.filter((label) => !labels.includes(label));
  const come = labels.filter((label) => !issue.labels.includes(label));
  if (gone.length + come.length === 0) return [];
  const createdAt = hub.clock.now();
  const tell = (kind: LabelEvent['kind'], label: Label): LabelEvent => {
    const ids = newIds(hub, kind === 'labeled' ? 'LE' : 'UNLE');
    return remember(hub, { kind, ...ids, issue, label, actor: by, createdAt });
  };
  const events = [
    ...gone.map((label) => tell('unlabeled', label)),
    ...come.map((label) => tell('labeled', label)),
  ];
  issue.labels = labels;
  issue.labelHistory.push(...events);
  issue.updatedAt = createdAt;
  return events;
}

/** The label is gone from the repository and from all that had it, without an event. */
export function deleteLabel(hub: Hub, repository: Repository, label: Label): void {
  repository.labels.delete(label.name.toLowerCase());
  hub.nodes.delete(label.nodeId);
  for (const issue of repository.issues.values())
    issue.labels = issue.labels.filter((other) => other !== label);
}
