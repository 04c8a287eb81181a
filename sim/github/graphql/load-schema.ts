import { readFile } from 'node:fs/promises';
import type { GraphQLSchema } from 'graphql';

let loading: Promise<GraphQLSchema> | null = null;

/** GitHub's published schema; built at the first query, once a process, because it takes a tenth of a second. */
export function loadSchema(): Promise<GraphQLSchema> {
  loading ??= build();
  return loading;
}

/** Its text alone is read, without what it tells people: the package would build a schema of its own before ours. */
async function build(): Promise<GraphQLSchema> {
  const file = new URL('schema.graphql', import.meta.resolve('@octokit/graphql-schema'));
  const [text, { buildSchema }] = await Promise.all([readFile(file, 'utf8'), import('graphql')]);
  return buildSchema(text.replaceAll(/"""[\s\S]*?"""/g, ''), { assumeValid: true, noLocation: true });
}
