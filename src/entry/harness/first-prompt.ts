import { gather } from '../../context/index.ts';
import type { Harness } from '../../core/harness.ts';
import type { Outgoing } from '../../core/model.ts';
import { last, type Session } from '../../core/session.ts';
import type { Event, Settings } from '../../core/task.ts';
import type { Workspace, World } from '../../core/world.ts';
import { admit } from '../../gates/index.ts';
import { openSession } from '../../session/log.ts';
import { sit } from '../../session/sit.ts';
import { recognise } from '../../triggers/index.ts';

export type Around = Pick<
  World,
  'clock' | 'machine' | 'nonce' | 'forge' | 'model' | 'chooseHarness' | 'chooseWire' | 'harness' | 'blobs'
> & {
  workspace: Pick<Workspace, 'folder' | 'read' | 'list' | 'look' | 'notes'>;
  /** Takes live secrets out of a text. */
  hide(text: string): string;
};

/** The request that a run begins with. */
export const firstPrompt = async (event: Event, settings: Settings, at: Around): Promise<Outgoing> =>
  requestOf(await firstSession(event, settings, at), settings, at);

/** What a session asks the model next. */
export async function requestOf({ entries }: Session, settings: Settings, at: Around): Promise<Outgoing> {
  const { wire = 'chat', ...chosen } = last(entries, 'harness.chosen') ?? { harness: '' };
  const harness: Harness = await at.harness(chosen);
  return (await at.model(settings.model, { wire })).outgoing(harness.encode(entries));
}

/** What stands in a log before the first question, by the same stages as `run.ts`, with a log that is kept nowhere. */
export async function firstSession(event: Event, settings: Settings, at: Around): Promise<Session> {
  const session = openSession('none', [], { now: at.clock.now, hide: at.hide, keep() {} });
  const task = await recognise(event, settings);
  const plan = task && (await admit(task, settings, at));
  if (!plan || 'gate' in plan) throw new Error('A prompt of a terminal was not let through.');
  sit(session, plan, settings);
  await gather(session, plan, settings, at);
  session.record({ type: 'round.opened' });
  return session;
}
