import assert from 'node:assert/strict';
import { test } from 'node:test';
import { schema } from '@octokit/graphql-schema';
import { buildSchema, parse, validate } from 'graphql';
import * as queries from '../../../src/forge/github/queries.ts';

test('every query is valid against the schema that GitHub publishes', () => {
  const published = buildSchema(schema.idl, { assumeValid: true });
  for (const [name, query] of Object.entries(queries)) {
    assert.deepEqual(
      validate(published, parse(query)).map(({ message }) => message),
      [],
      name,
    );
  }
});
