import { statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { OiError, toProblem } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import type { Settings } from '../../core/task.ts';
import { harnessIds, nameTaken } from '../../harness/choose.ts';
import type { HarnessData } from '../../harness/data.ts';
import { toHarness } from '../../harness/harness.ts';
import { readHarnessFolder } from '../../harness/load/folder.ts';
import { shelfOf } from '../../harness/own.ts';
import { complain } from '../complain.ts';
import type { Console } from '../console.ts';
import { here } from '../here.ts';
import { modelOf, shipped, shippedFolder } from '../parts.ts';
import { conform } from './conform.ts';
import { type Around, firstSession, requestOf } from './first-prompt.ts';
import { inMemory } from './in-memory.ts';
import { oneArgument } from './one-argument.ts';
import { placeAt } from './place.ts';
import { noKey } from './request.ts';

/** `oi harness check DIR`: every mistake with its place and exit code 1, or a line that says what the harness is. */
export async function check(args: readonly string[], console: Console): Promise<number> {
  const given = oneArgument('oi harness check', 'the folder of a harness', args);
  const folder = resolve(given);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new OiError('folder.missing', `There is no folder ${folder}.`, 'Give that of a harness.');
  try {
    const harness = await read(folder, given);
    const around = aroundOf(harness);
    const session = await firstSession(event, settings, around);
    const wrong = await conform(harness, session.entries);
    if (wrong.length > 0) throw unfit(harness.id, wrong);
    // About a fourth of its bytes, for a short task in a folder without standing instructions.
    const tokens = Math.ceil((await requestOf(session, settings, around)).body.length / 4);
    await askForNotes(harness, session, around);
    const tools = harness.tools.map(({ name }) => name).join(', ');
    console.stdout.write(`ok ${harness.id}: ${tools}; about ${tokens} tokens in its first request\n`);
    return 0;
  } catch (error) {
    const problem = toProblem(error);
    if (problem.code !== 'harness.invalid') throw error;
    complain(problem, console);
    return 1;
  }
}

/** The requests of its compactions are made once, too: what no provider would take is told here, and not in the middle of a run. */
async function askForNotes({ compaction }: HarnessData, session: Session, around: Around): Promise<void> {
  for (const { name: strategy } of compaction?.strategies ?? []) {
    const nothing = { used: 0, window: null, share: 1 };
    session.record({ type: 'compaction.opened', why: 'full', strategy, ...nothing });
    await requestOf(session, settings, around);
  }
}

/**
 * By the rules of a run, with its sisters as they are on the disk. Messages name it as it was given. Only in development is
 * a folder with the name of one of ours that one.
 */
async function read(folder: string, given: string): Promise<HarnessData> {
  const id = basename(folder);
  const isOurs = shippedFolder !== null && folder === join(shippedFolder, id);
  if (!isOurs && harnessIds.some((known) => known === id)) throw nameTaken(given);
  return readHarnessFolder(id, shelfOf(placeAt('.'), await shipped(), join(given, '..')));
}

const unfit = (id: string, wrong: readonly string[]): OiError =>
  new OiError(
    'harness.invalid',
    `The harness ${id} does not do what it says:\n${wrong.join('\n')}`,
    'Correct what it says of these tools.',
  );

const event = { kind: 'prompt', id: 'none/1', session: 'none', text: 'Mend the failing test.' } as const;

const aroundOf = (harness: HarnessData): Around => ({
  ...here(),
  model: modelOf({ baseUrl: 'http://localhost', env: {}, ownKey: noKey }),
  blobs: inMemory(() => false),
  hide: (text) => text,
  chooseHarness: async () => ({ id: harness.id, why: 'It is looked at.', own: null }),
  chooseWire: async (_, { wires }) => ({ wire: wires[0] ?? 'chat', why: '' }),
  harness: () => toHarness(harness),
  workspace: {
    folder: '/home/runner/work/project/project',
    read: async () => null,
    list: async () => [],
    look: async () => null,
    notes: Promise.resolve([]),
  },
});

const settings: Settings = {
  trigger: '',
  label: '',
  model: 'model',
  harness: null,
  sandbox: 'read-only',
  limits: { turns: null, minutes: 1, tokens: null, usd: null },
  bots: [],
  protect: [],
  verify: { commands: null, rounds: 1, readyWhenGreen: false },
};
