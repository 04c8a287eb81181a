import { OiError, toProblem } from '../core/errors.ts';
import { nearest } from '../text/nearest.ts';
import { complain } from './complain.ts';
import type { Console } from './console.ts';
import { check } from './harness/check.ts';
import { list } from './harness/list.ts';
import { request } from './harness/request.ts';
import { show } from './harness/show.ts';

const usage = `Usage: oi harness COMMAND

  list                  the harnesses that there are, and which models get them by default
  show ID               one of them, with what it extends merged in, and the files that it is made of
  check DIR             what is wrong in the folder of a harness, with file, line and the nearest right key
  request [flags] PROMPT
                        the first request that oi exec would send with the same flags; nothing is sent, no key is needed
      -m, --model ID, --base-url URL, --harness ID, --wire WIRE, -C, --cd DIR: as for oi exec
`;

type Run = (args: readonly string[], console: Console) => Promise<number>;

const commands: { readonly [name: string]: Run } = { list, show, check, request };

/** `oi harness`: looks at harnesses; asks no model. Answers the exit code. */
export async function harness([name = '', ...args]: readonly string[], console: Console): Promise<number> {
  try {
    if (['', '--help', '-h', 'help'].includes(name) || args.includes('--help')) {
      console.stdout.write(usage);
      return 0;
    }
    const run = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!run) throw unknown(name);
    return await run(args, console);
  } catch (error) {
    return complain(toProblem(error), console);
  }
}

function unknown(name: string): OiError {
  const names = Object.keys(commands);
  const [near] = nearest(name, names);
  const advice = near ? `Did you mean ${near}?` : `There are ${names.join(', ')}.`;
  return new OiError('input.invalid', `There is no command oi harness ${name}.`, advice);
}
