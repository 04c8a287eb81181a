import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { types } from '../../../sim/github/graphql/index.ts';
import { loadSchema } from '../../../sim/github/graphql/load-schema.ts';
import { routes } from '../../../sim/github/rest/index.ts';
import { hasOperation } from '../../../sim/github/validation/find-operation.ts';
import { clientOf, openSim, refusedWith, shop } from './open-sim.ts';

test('every route is an operation that GitHub publishes', () => {
  assert.deepEqual(
    Object.keys(routes).filter((id) => !hasOperation(id)),
    [],
  );
});

test('every file of routes is in the list', async () => {
  const folder = new URL('../../../sim/github/rest/routes/', import.meta.url);
  for (const file of await readdir(folder)) {
    const exported = Object.values(await import(new URL(file, folder).href)) as Record<string, unknown>[];
    const tables = exported.filter(
      (value) => typeof value === 'object' && Object.keys(value).some((key) => key.includes('/')),
    );
    assert.ok(tables.length > 0, `${file} exports no routes`);
    for (const table of tables)
      for (const id of Object.keys(table))
        assert.ok(routes[id], `${id} of ${file} is missing: add it to sim/github/rest/index.ts`);
  }
});

test('every GraphQL field that is resolved exists', async () => {
  const schema = await loadSchema();
  for (const [name, fields] of Object.entries(types)) {
    const type = schema.getType(name);
    assert.ok(type && 'getFields' in type, `no type ${name}`);
    const known = Object.keys(type.getFields());
    // The three kinds of actor share one table.
    if (['User', 'Bot', 'Organization'].includes(name)) continue;
    assert.deepEqual(
      Object.keys(fields).filter((field) => !known.includes(field)),
      [],
      name,
    );
  }
});

test('what the sim does not have is 404, and noted', async (t) => {
  const github = await openSim(t);
  const alice = clientOf(github, 'alice-token');
  await assert.rejects(alice.request('GET /repos/octo/shop/no/such/route'), refusedWith(404, 'Not Found'));
  await assert.rejects(alice.repos.listTags(shop), refusedWith(404, 'Not Found'));
  await assert.rejects(
    alice.graphql('{ repository(owner: "octo", name: "shop") { stargazerCount } }'),
    /stargazerCount is not built/,
  );
  assert.equal((await fetch(`${github.webUrl}/octo/shop`)).status, 404);
  assert.deepEqual(github.violations, [
    'no route: GET /repos/octo/shop/no/such/route',
    'no route: GET /repos/octo/shop/tags (repos/list-tags is not built)',
    'GraphQL: Repository.stargazerCount is not built',
    'no page: GET /octo/shop',
  ]);
});

test('a request that GitHub’s description forbids is refused, and noted', async (t) => {
  const github = await openSim(t);
  const alice = clientOf(github, 'alice-token');
  const wrong: [string, Record<string, string>, RegExp][] = [
    ['POST /repos/octo/shop/issues', { body: 'no title' }, /must have required property 'title'/],
    ['POST /repos/octo/shop/issues', { title: 'x', colour: 'red' }, /unknown property colour/],
    ['GET /repos/octo/shop/issues', { status: 'open' }, /unknown query parameter status/],
    [
      'GET /repos/octo/shop/issues',
      { state: 'ajar' },
      /state: \/ must be equal to one of the allowed values/,
    ],
    [
      'POST /repos/octo/shop/issues/1/reactions',
      { content: 'tada' },
      /must be equal to one of the allowed values/,
    ],
  ];
  github.seed.issue(github.repository('octo/shop'), { author: 'bob', title: 'x' });
  for (const [route, parameters, message] of wrong)
    await assert.rejects(alice.request(route, parameters), refusedWith(422, message));
  assert.equal(github.violations.length, wrong.length);
  await assert.rejects(alice.graphql('{ viewer { logn } }'), /Cannot query field "logn"/);
  await assert.rejects(alice.graphql('{ viewer {'), /Syntax Error/);
  assert.equal(github.violations.length, wrong.length + 2);
});

test('the log tells who asked what', async (t) => {
  const github = await openSim(t);
  await clientOf(github, 'alice-token').issues.create({ ...shop, title: 'x' });
  await clientOf(github).repos.get(shop);
  await clientOf(github, 'wrong')
    .graphql('{ viewer { login } }')
    .catch(() => {});
  assert.deepEqual(
    github.requests.map(({ channel, operation, identity, status, writes }) => [
      channel,
      operation,
      identity,
      status,
      writes,
    ]),
    [
      ['rest', 'issues/create', 'alice', 201, true],
      ['rest', 'repos/get', 'anonymous', 200, false],
      ['graphql', 'graphql/viewer', 'unknown token', 401, false],
    ],
  );
  assert.deepEqual(github.requests[0]?.body, { title: 'x' });
  assert.equal((github.requests[0]?.answer as { number: number } | undefined)?.number, 1);
});
