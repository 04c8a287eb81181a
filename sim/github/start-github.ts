import { mkdir } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBuiltInAccounts } from './actions/accounts.ts';
import { buildEvents, type Events } from './events/index.ts';
import { startClock } from './hub/clock.ts';
import { createHub, findRepository, type Hub } from './hub/hub.ts';
import type { Repository } from './hub/records.ts';
import { plant, type Seed } from './seed/plant.ts';
import { type Seeding, seeding } from './seed/seeding.ts';
import { type Controls, serve } from './server/serve.ts';

/** A local GitHub: real bare git repositories under `root`, behind REST, GraphQL and git over HTTP on this machine. */
export type GitHub = Controls & {
  /** As on a GitHub Enterprise Server: REST below `/api/v3`, GraphQL at `/api/graphql`, pages and git below `/`. */
  apiUrl: string;
  graphqlUrl: string;
  webUrl: string;
  /** What GitHub's published schemas forbid, and addresses that are not built: a test asserts that it is empty. */
  violations: string[];
  /** People, repositories and what they write, past HTTP. */
  seed: Seeding;
  /** Event payloads, from the state as it is. */
  events: Events;
  clock: Hub['clock'];
  limits: Hub['limits'];
  repository(fullName: string): Repository;
  close(): Promise<void>;
};

export async function startGitHub(options: { root: string; seed?: Seed }): Promise<GitHub> {
  await mkdir(options.root, { recursive: true });
  const hub = createHub(options.root, startClock());
  const controls: Controls = { requests: [], faults: [], before: null };
  const server = http.createServer((request, response) => {
    serve(hub, github, request, response).catch((error: unknown) => {
      hub.violations.push(`sim broke on ${request.method} ${request.url}: ${String(error)}`);
      response.destroy();
    });
  });
  hub.urls = await listen(server);
  createBuiltInAccounts(hub);
  const github: GitHub = {
    ...controls,
    apiUrl: hub.urls.api,
    graphqlUrl: hub.urls.graphql,
    webUrl: hub.urls.web,
    violations: hub.violations,
    seed: seeding(hub),
    events: buildEvents(hub),
    clock: hub.clock,
    limits: hub.limits,
    repository(fullName) {
      const repository = findRepository(hub, fullName);
      if (!repository) throw new Error(`the sim has no repository ${fullName}`);
      return repository;
    },
    close: () => close(server, hub),
  };
  await plant(github.seed, options.seed ?? {});
  return github;
}

async function listen(server: http.Server): Promise<Hub['urls']> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const web = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { web, api: `${web}/api/v3`, graphql: `${web}/api/graphql` };
}

async function close(server: http.Server, hub: Hub): Promise<void> {
  for (const repository of hub.repositories.values()) repository.git.close();
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
