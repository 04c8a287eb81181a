import type { Label } from '../../hub/records.ts';
import { type Connection, connection } from '../connection.ts';
import type { Arguments, Fields } from '../resolver.ts';

export const labelFields: Fields<Label> = {
  id: (label) => label.nodeId,
  name: (label) => label.name,
  color: (label) => label.color,
  description: (label) => label.description,
};

/** Labels in the order that is asked for: the one they were made in where none is. */
export function labelConnection(labels: Iterable<Label>, args: Arguments): Connection<Label> {
  const { field, direction } = args.orderBy ?? {};
  const byName = (one: Label, other: Label) => one.name.localeCompare(other.name);
  const byAge = (one: Label, other: Label) => one.id - other.id;
  const sorted = [...labels].sort(field === 'NAME' ? byName : byAge);
  return connection(direction === 'DESC' ? sorted.reverse() : sorted, args, 'labels');
}
