import type { DocumentNode, GraphQLError, GraphQLFieldResolver, GraphQLTypeResolver } from 'graphql';
import type { Hub } from '../hub/hub.ts';
import type { Token } from '../hub/records.ts';
import { types } from './index.ts';
import { loadSchema } from './load-schema.ts';
import { type Context, notBuilt } from './resolver.ts';

export type GraphQLRequest = { query?: unknown; variables?: unknown; operationName?: unknown };

/** GitHub answers 200 whatever went wrong inside. */
export async function serveGraphQL(hub: Hub, token: Token, request: GraphQLRequest): Promise<unknown> {
  const { execute, validate } = await import('graphql');
  const schema = await loadSchema();
  const document = await parseQuery(request.query);
  if (!('kind' in document)) return refuse(hub, [document]);
  const mistakes = validate(schema, document);
  if (mistakes.length > 0) return refuse(hub, mistakes);
  const context: Context = { hub, token };
  const { data, errors } = await execute({
    schema,
    document,
    contextValue: context,
    variableValues: (request.variables ?? {}) as Record<string, unknown>,
    operationName: typeof request.operationName === 'string' ? request.operationName : null,
    fieldResolver: resolveField,
    typeResolver: resolveType,
  });
  return { data, ...(errors ? { errors: errors.map((error) => errorJson(hub, error)) } : {}) };
}

/** The operation's own name, or the names of its root fields: what a log shows. */
export async function operationOf(request: GraphQLRequest): Promise<{ name: string; isMutation: boolean }> {
  const document = await parseQuery(request.query);
  const definitions = 'kind' in document ? document.definitions : [];
  const operation = definitions.find((definition) => definition.kind === 'OperationDefinition');
  const fields = operation?.selectionSet.selections.map((each) =>
    each.kind === 'Field' ? each.name.value : '…',
  );
  return {
    name: operation?.name?.value ?? fields?.join('+') ?? '?',
    isMutation: operation?.operation === 'mutation',
  };
}

async function parseQuery(query: unknown): Promise<DocumentNode | GraphQLError> {
  const { GraphQLError, parse } = await import('graphql');
  if (typeof query !== 'string')
    return new GraphQLError('A query attribute must be specified and must be a string.');
  try {
    return parse(query);
  } catch (error) {
    return error as GraphQLError;
  }
}

function refuse(hub: Hub, errors: readonly GraphQLError[]): unknown {
  for (const error of errors) hub.violations.push(`GraphQL: ${error.message}`);
  return { errors: errors.map((error) => error.toJSON()) };
}

const resolveField: GraphQLFieldResolver<unknown, Context> = (source, args, context, info) => {
  const type = info.parentType.name;
  const resolve = types[type]?.[info.fieldName];
  if (resolve) return resolve(source, args, context);
  const own = source as Record<string, unknown> | null;
  if (!types[type] && own && info.fieldName in own) return own[info.fieldName];
  // A mutation's payload repeats an id only where one was sent.
  if (info.fieldName === 'clientMutationId') return null;
  throw notBuilt(context, `${type}.${info.fieldName}`);
};

const typesByKind: Record<string, string> = {
  issueComment: 'IssueComment',
  label: 'Label',
  labeled: 'LabeledEvent',
  unlabeled: 'UnlabeledEvent',
  review: 'PullRequestReview',
  reviewComment: 'PullRequestReviewComment',
  thread: 'PullRequestReviewThread',
  repository: 'Repository',
};

const resolveType: GraphQLTypeResolver<unknown, Context> = (source) => {
  const record = source as { __typename?: string; kind?: string; type?: string; pull?: unknown };
  if (record.__typename) return record.__typename;
  if (record.kind === 'account') return record.type ?? 'User';
  if (record.kind === 'issue') return record.pull ? 'PullRequest' : 'Issue';
  if (record.kind) return typesByKind[record.kind];
  // What is left lies in git.
  return `${record.type?.[0]?.toUpperCase()}${record.type?.slice(1)}`;
};

/** GitHub puts `type` beside the message, not under `extensions`. An error without one is the sim's own. */
function errorJson(hub: Hub, error: GraphQLError): unknown {
  const { message, locations, path, extensions } = error.toJSON();
  const type = extensions?.['type'];
  if (!type && !message.startsWith('sim: ')) hub.violations.push(`sim broke on GraphQL: ${error.stack}`);
  return { ...(type ? { type } : {}), path, locations, message };
}
