/** One expression out of several, so that each can stand on a line of its own. */
export const anyOf = (flags: string, ...some: readonly RegExp[]): RegExp =>
  new RegExp(some.map(({ source }) => source).join('|'), flags);
