import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Behaviour, type Exchange, respond } from './respond.ts';
import { type CountTokens, estimate } from './tokens.ts';
import { wires } from './wires/index.ts';

export type { Fault } from './faults.ts';
export { readConversation } from './replay.ts';
export type { Question, Script, Turn } from './turn.ts';

/** A request as it came. `bytes` are the body's. */
export type Seen = {
  number: number;
  path: string;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  body: Record<string, unknown>;
};

export type ModelOptions = Partial<Behaviour> &
  Pick<Behaviour, 'script'> & {
    countTokens?: CountTokens;
    /** By default any that is free. Rejects with EADDRINUSE where something else has it. */
    port?: number;
  };

export type SimModel = {
  /** Ends in `/v1`. */
  baseUrl: string;
  requests: readonly Seen[];
  /** What a strict provider would have refused. */
  violations: readonly string[];
  /** Tokens of all answers that were sent, whether they arrived or not. */
  usage: Readonly<{ input: number; output: number }>;
  /** Tokens and US dollars that clients were told of: a stream that breaks off may never tell. */
  told: Readonly<{ input: number; output: number; usd: number }>;
  /** Connections that were ever opened. */
  connections(): number;
  /** Closes the port, and everything that is connected, until `open`. */
  shut(): Promise<void>;
  open(): Promise<void>;
  close(): Promise<void>;
};

/** A model behind the chat, messages and responses wires, on a port of its own of this machine. */
export async function startModel(options: ModelOptions): Promise<SimModel> {
  const { countTokens = estimate, port: wanted = 0, ...rest } = options;
  const behaviour: Behaviour = {
    piece: 7,
    thinking: 'reasoning_content',
    usage: 'when-asked',
    price: null,
    faults: [],
    ...rest,
  };
  const requests: Seen[] = [];
  const violations: string[] = [];
  const usage = { input: 0, output: 0 };
  const told = { input: 0, output: 0, usd: 0 };
  let connections = 0;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = Buffer.concat(await request.toArray());
    const body = parse(bytes);
    const seen: Seen = {
      number: requests.length + 1,
      path: request.url ?? '',
      headers: request.headers,
      bytes,
      body,
    };
    requests.push(seen);
    const wire = wires[seen.path.replace(/\?.*$/, '')];
    if (!wire || request.method !== 'POST') {
      violations.push(`${request.method} ${seen.path} does not exist`);
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"detail":"Not Found"}');
      return;
    }
    violations.push(...wire.violationsOf(body).map((what) => `request ${seen.number}: ${what}`));
    const exchange: Exchange = {
      number: seen.number,
      body,
      wire,
      question: wire.questionOf(body),
      response,
      input: countTokens(bytes.toString()),
      countTokens,
      usage,
      told,
    };
    await respond(exchange, behaviour);
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      violations.push(`the script failed: ${String(error)}`);
      response.destroy();
    });
  });
  server.on('connection', () => connections++);
  const port = await listen(server, wanted);
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    violations,
    usage,
    told,
    connections: () => connections,
    shut: () => shut(server),
    open: async () => void (await listen(server, port)),
    close: () => shut(server),
  };
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function shut(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

function parse(bytes: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(bytes.toString()) as Record<string, unknown>;
  } catch {
    return {};
  }
}
