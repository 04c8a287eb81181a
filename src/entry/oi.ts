#!/usr/bin/env node
import * as modules from 'node:module';
import { join } from 'node:path';
import type { Console } from './console.ts';

const usage = `Usage: oi exec [flags] PROMPT     work on a folder, in place ("-" reads the prompt from standard input)
       oi harness COMMAND       look at harnesses: list, show ID, check DIR, request PROMPT (oi harness --help)
       oi models [PROVIDER]     providers, their keys, and models with windows and prices (oi models --help)
       oi --version

Flags of oi exec:

  -m, --model ID        provider/model, e.g. deepseek/deepseek-v4-flash
      --base-url URL    any endpoint that speaks chat completions, or the wire that is named
      --wire WIRE       chat, messages or responses; by default the first of the provider's that the harness has
      --harness ID      how the model is spoken to; by default what suits it
  -C, --cd DIR          the folder to work on; by default this one
  -s, --sandbox MODE    workspace-write, read-only or danger-full-access
      --json            events as JSON lines on standard output (Codex exec format)
  -o, --output FILE     also write the final answer to a file
      --resume SESSION  go on with an earlier session, with or without a new prompt; --model, --harness and --wire switch
      --max-turns N, --max-minutes N, --max-usd N

Each flag can be given as a variable, too: OI_MODEL, OI_BASE_URL, … The key is read from OI_API_KEY or from the
provider's own variable.
`;

/** Node refuses nothing by itself; a plain sentence beats a syntax error from deep inside. */
const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24) {
  process.stderr.write(
    `oi needs Node.js 24 or newer; this is ${process.versions.node}. Install it and try again.\n`,
  );
  process.exit(2);
}
// Node's own choice is the temporary folder, where it would stay for ever and where others may have been first.
const cache = process.env['XDG_CACHE_HOME'] || join(process.env['HOME'] ?? '', '.cache');
if (cache.startsWith('/')) modules.enableCompileCache(join(cache, 'oi/node'));
let lost = 0;
const code = await main(process.argv.slice(2));
process.exitCode = code || lost;

async function main([command, ...args]: readonly string[]): Promise<number> {
  if (command === 'models') return (await import('./models.ts')).models(args, ourConsole());
  if (command === 'harness') return (await import('./harness.ts')).harness(args, ourConsole());
  if (command === '--help' || command === '-h' || command === 'help' || args.includes('--help')) {
    process.stdout.write(usage);
    return 0;
  }
  if (command === '--version' || command === '-V' || command === 'version') {
    process.stdout.write(`oi ${(await import('./version.ts')).version}\n`);
    return 0;
  }
  if (command === 'exec') return (await import('./exec.ts')).exec(args, ourConsole());
  process.stderr.write(command ? `There is no command ${command}. See oi --help. (input.invalid)\n` : usage);
  return 2;
}

function ourConsole(): Console {
  return {
    env: process.env,
    // Not touched before it is read.
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
    signal: interrupted(),
  };
}

/** The first Ctrl-C ends the run cleanly, the second at once. */
function interrupted(): AbortSignal {
  const stop = new AbortController();
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    stop.abort();
    // Whoever read what we print has gone, e.g. `oi exec … | head`: nobody wants the rest.
    if (error.code === 'EPIPE' || lost !== 0) return;
    process.stderr.write(
      `Standard output takes no more (${error.message}). Make room there, or use --output.\n`,
    );
    lost = 1;
    process.exitCode ||= lost;
  });
  process.stderr.on('error', () => {});
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stop.signal.aborted) process.exit(130);
      stop.abort();
    });
  }
  return stop.signal;
}
