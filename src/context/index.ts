import type { Blobs, Sha256 } from '../core/change.ts';
import { OiError } from '../core/errors.ts';
import type { ForgeReads } from '../core/forge.ts';
import { type Fact, last, once, type Session, sitting } from '../core/session.ts';
import { type Plan, type Settings, type Source, subjectOf } from '../core/task.ts';
import type { Workspace, World } from '../core/world.ts';
import { keepFiles } from './files.ts';
import { readInstructions } from './instructions.ts';
import { sourcesOf } from './sources.ts';

export { layFiles } from './files.ts';

type Around = Pick<
  World,
  'clock' | 'machine' | 'nonce' | 'model' | 'chooseHarness' | 'chooseWire' | 'harness' | 'blobs'
> & {
  forge: Pick<ForgeReads, 'circumstances' | 'review'>;
  workspace: Pick<Workspace, 'folder' | 'read' | 'list' | 'notes'>;
};

/** All that a prompt may depend on becomes a fact here, so that a resume on another machine asks the same question. */
export async function gather(session: Session, plan: Plan, settings: Settings, at: Around): Promise<void> {
  const known = last(sitting(session.entries), 'context.gathered');
  const context = known ? null : read(plan, at);
  // Others are awaited first; a failure of this one is met below.
  context?.catch(() => null);
  await once(session, 'harness.chosen', async () => {
    const { id, why, own } = await at.chooseHarness(settings, at.workspace);
    const kept = own === null ? {} : { own: await keepOwn(id, own, at.blobs) };
    const harness = await at.harness({ harness: id, ...kept });
    const { model } = settings;
    const { wire, why: whyWire } = await at.chooseWire(model, harness, settings);
    await at.model(model, { wire });
    // A fallback that could not be asked would be found out in the middle of the work.
    for (const next of settings.fallback ?? []) {
      const over = await at.chooseWire(next, harness, settings);
      await at.model(next, { wire: over.wire, insteadOf: model });
    }
    return { type: 'harness.chosen', harness: id, ...kept, model, wire, why: `${why} ${whyWire}`.trim() };
  });
  const date = at.clock.now().toISOString().slice(0, 10);
  const { folder } = at.workspace;
  await once(session, 'environment.seen', () => ({ type: 'environment.seen', date, ...at.machine, folder }));
  await once(session, 'context.gathered', () => context ?? read(plan, at));
}

async function read({ task }: Plan, at: Around): Promise<Fact> {
  const subject = subjectOf(task.origin);
  const review = subject?.kind === 'pull' ? at.forge.review(subject) : null;
  const [circumstances, reviewed, { found, hidden }, notes] = await Promise.all([
    at.forge.circumstances(task),
    review,
    Promise.resolve(review).then((known) =>
      readInstructions((path) => at.workspace.read(path), known?.files ?? []),
    ),
    at.workspace.notes,
  ]);
  const sources = circumstances.kind === 'subject' ? sourcesOf(task, circumstances, reviewed) : none;
  const inline = [...sources.inline, ...noted(notes)];
  const files = await keepFiles(sources.files, at.blobs);
  return {
    type: 'context.gathered',
    instructions: found,
    sources: inline,
    nonce: at.nonce(),
    hidden: hidden + sources.hidden,
    files,
    notes,
  };
}

async function keepOwn(id: string, own: object, blobs: Blobs): Promise<Sha256> {
  const kept = await blobs.put(Buffer.from(JSON.stringify(own)));
  if (kept) return kept;
  throw new OiError('harness.invalid', `The harness ${id} holds a secret of this run.`, 'Take it out.');
}

const noted = (notes: readonly string[]): Source[] =>
  notes.length === 0
    ? []
    : [{ title: 'what the checkout left out', text: notes.join(' '), author: null, trusted: true }];

const none = { inline: [], files: [], hidden: 0 };
