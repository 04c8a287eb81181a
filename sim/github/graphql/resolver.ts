import { GraphQLError } from 'graphql';
import type { Writer } from '../actions/issues.ts';
import { isApp, type Need, refusal } from '../hub/access.ts';
import type { Hub } from '../hub/hub.ts';
import type { NodeRecord, Repository, Token } from '../hub/records.ts';

/** Who asks. GraphQL is never anonymous. */
export type Context = { hub: Hub; token: Token };

/** Arguments were checked against GitHub's schema. */
// biome-ignore lint/suspicious/noExplicitAny: their types live in the schema, which graphql-js has enforced.
export type Arguments = any;

/** `source` is the record that the parent field gave. */
export type Resolve<Source> = (source: Source, args: Arguments, context: Context) => unknown;

/** The fields of one type, by the schema's names; a field that is missing here is a violation when asked for. */
export type Fields<Source> = Record<string, Resolve<Source>>;

/** GitHub's errors carry a `type` beside message and path. */
export const graphqlError = (type: string, message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { type } });

export const forbidden = (message: string): GraphQLError => graphqlError('FORBIDDEN', message);

/** For what GitHub answers and the sim does not: a violation, and an error that ends the field. */
export function notBuilt({ hub }: Context, what: string): Error {
  hub.violations.push(`GraphQL: ${what} is not built`);
  return new Error(`sim: ${what} is not built`);
}

/** Throws unless the token may do this to the repository. */
export function demand({ hub, token }: Context, repository: Repository, need: Need): void {
  const refused = refusal(hub, token, repository, need);
  if (!refused) return;
  if (refused.status !== 404) throw forbidden(refused.message);
  const { owner, name } = repository;
  throw graphqlError(
    'NOT_FOUND',
    `Could not resolve to a Repository with the name '${owner.login}/${name}'.`,
  );
}

export const writer = ({ token }: Context): Writer => ({
  author: token.account,
  app: isApp(token) ? token.account : null,
});

/** The record behind a global id, of one of the kinds that the field takes. */
export function node<Kind extends NodeRecord['kind']>(
  { hub }: Context,
  id: string,
  ...kinds: Kind[]
): Extract<NodeRecord, { kind: Kind }> {
  const record = hub.nodes.get(id);
  if (record && (kinds as string[]).includes(record.kind))
    return record as Extract<NodeRecord, { kind: Kind }>;
  throw graphqlError('NOT_FOUND', `Could not resolve to a node with the global id of '${id}'`);
}
