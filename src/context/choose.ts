import type { Blobs, Sha256 } from '../core/change.ts';
import { OiError } from '../core/errors.ts';
import { type Fact, last, type Session, sitting } from '../core/session.ts';
import type { Asked, Plan, Settings } from '../core/task.ts';
import type { Workspace, World } from '../core/world.ts';

type Around = Pick<World, 'model' | 'chooseHarness' | 'chooseWire' | 'harness' | 'blobs'> & {
  workspace: Pick<Workspace, 'read' | 'list'>;
};

/**
 * Records which model works in which harness, over which wire; once in a sitting, and again where a run goes on with it that
 * asks for others.
 */
export async function choose(session: Session, plan: Plan, settings: Settings, at: Around): Promise<void> {
  const here = sitting(session.entries);
  const chosen = last(here, 'harness.chosen');
  const before = chosen?.asked ?? last(here, 'sitting.opened')?.settings ?? settings;
  const isSwitch = chosen !== undefined && !isSame(before, settings);
  if (chosen && !isSwitch) return;
  const fact = await choice(plan, settings, at);
  session.record(isSwitch ? { ...fact, asked: askedIn(settings) } : fact);
}

type Chosen = Extract<Fact, { type: 'harness.chosen' }>;

async function choice({ task }: Plan, settings: Settings, at: Around): Promise<Chosen> {
  const { model = settings.model, harness = settings.harness } = task.choice ?? {};
  const { id, why, own } = await at.chooseHarness(
    { ...settings, model, harness },
    at.workspace,
    settings.model,
  );
  const kept = own === null ? {} : { own: await keepOwn(id, own, at.blobs) };
  const spoken = await at.harness({ harness: id, ...kept });
  const { wire, why: whyWire } = await at.chooseWire(model, spoken, settings);
  await at.model(model, { wire, insteadOf: settings.model });
  // A fallback that could not be asked would be found out in the middle of the work.
  for (const next of settings.fallback ?? []) {
    const over = await at.chooseWire(next, spoken, settings);
    await at.model(next, { wire: over.wire, insteadOf: settings.model });
  }
  const whyModel = task.choice?.model === undefined ? '' : 'The command asks for this model.';
  const whyHarness = task.choice?.harness === undefined ? why : 'The command asks for this harness.';
  const words = [whyModel, whyHarness, whyWire].filter(Boolean).join(' ');
  return { type: 'harness.chosen', harness: id, ...kept, model, wire, why: words };
}

const askedIn = ({ model, harness, wire }: Asked): Asked => ({ model, harness, ...(wire && { wire }) });
const isSame = (one: Asked, other: Asked): boolean =>
  one.model === other.model && one.harness === other.harness && one.wire === other.wire;

async function keepOwn(id: string, own: object, blobs: Blobs): Promise<Sha256> {
  const kept = await blobs.put(Buffer.from(JSON.stringify(own)));
  if (kept) return kept;
  throw new OiError('harness.invalid', `The harness ${id} holds a secret of this run.`, 'Take it out.');
}
