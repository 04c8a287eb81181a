import { type Arguments, graphqlError } from './resolver.ts';

export type Connection<Item> = {
  nodes: Item[];
  edges: { cursor: string; node: Item }[];
  totalCount: number;
  pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
  };
};

/** A page of a list by GitHub's rules: `first` or `last` must be given and is at most a hundred. */
export function connection<Item>(list: readonly Item[], args: Arguments, name: string): Connection<Item> {
  const { first, last, after, before } = args as Record<string, number & string>;
  checkSize(first, last, name);
  const start = after ? positionOf(after) + 1 : 0;
  const end = before ? positionOf(before) : list.length;
  const from = last ? Math.max(start, end - last) : start;
  const to = first ? Math.min(end, from + first) : end;
  const nodes = list.slice(from, to);
  return {
    nodes,
    edges: nodes.map((item, index) => ({ cursor: cursorOf(from + index), node: item })),
    totalCount: list.length,
    pageInfo: {
      hasNextPage: to < list.length,
      hasPreviousPage: from > 0,
      startCursor: nodes.length > 0 ? cursorOf(from) : null,
      endCursor: nodes.length > 0 ? cursorOf(to - 1) : null,
    },
  };
}

function checkSize(first: number | undefined, last: number | undefined, name: string): void {
  const size = first ?? last;
  if (size === undefined)
    throw graphqlError(
      'MISSING_PAGINATION_BOUNDARIES',
      `You must provide a \`first\` or \`last\` value to properly paginate the \`${name}\` connection.`,
    );
  const bound = first === undefined ? 'last' : 'first';
  if (size > 100)
    throw graphqlError(
      'EXCESSIVE_PAGINATION',
      `Requesting ${size} records on the \`${name}\` connection exceeds the \`${bound}\` limit of 100 records.`,
    );
}

const cursorOf = (position: number): string => Buffer.from(`cursor:v2:${position}`).toString('base64');

function positionOf(cursor: string): number {
  const [, position] = /^cursor:v2:(\d+)$/.exec(Buffer.from(cursor, 'base64').toString()) ?? [];
  if (position === undefined)
    throw graphqlError('INVALID_CURSOR_ARGUMENTS', `\`${cursor}\` does not appear to be a valid cursor.`);
  return Number(position);
}
