import type { ForgeReads } from '../core/forge.ts';
import { type Fact, last, once, type Session, sitting } from '../core/session.ts';
import { type Hidden, type Plan, type Settings, type Source, subjectOf } from '../core/task.ts';
import type { Workspace, World } from '../core/world.ts';
import { choose } from './choose.ts';
import { keepFiles } from './files.ts';
import { readInstructions } from './instructions.ts';
import { sourcesOf } from './sources.ts';

export { layFiles } from './files.ts';

type Around = Pick<
  World,
  'clock' | 'machine' | 'nonce' | 'model' | 'chooseHarness' | 'chooseWire' | 'harness' | 'blobs'
> & {
  forge: Pick<ForgeReads, 'circumstances' | 'review'>;
  workspace: Pick<Workspace, 'folder' | 'read' | 'list' | 'look' | 'notes'>;
};

/** All that a prompt may depend on becomes a fact here, so that a resume on another machine asks the same question. */
export async function gather(session: Session, plan: Plan, settings: Settings, at: Around): Promise<void> {
  const known = last(sitting(session.entries), 'context.gathered');
  const context = known ? null : read(plan, at);
  // Others are awaited first; a failure of this one is met below.
  context?.catch(() => null);
  await choose(session, plan, settings, at);
  await once(session, 'environment.seen', () => environment(session, plan, at));
  await once(session, 'context.gathered', () => context ?? read(plan, at));
}

async function environment(session: Session, { destination }: Plan, at: Around): Promise<Fact> {
  const { folder, look } = at.workspace;
  const date = at.clock.now().toISOString().slice(0, 10);
  const seen = { type: 'environment.seen', date, ...at.machine, folder } as const;
  const { outline: wish } = await at.harness(last(session.entries, 'harness.chosen') ?? { harness: '' });
  // The names of a fork's files are a stranger's words, and this stands where only ours do.
  if (!wish || destination.kind === 'patch') return seen;
  const { outlineOf } = await import('./outline.ts');
  const outline = await outlineOf(look, wish);
  return outline ? { ...seen, outline } : seen;
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
  const hiddenIn: Hidden[] = [...hidden, ...sources.hidden];
  return {
    type: 'context.gathered',
    instructions: found,
    sources: inline,
    nonce: at.nonce(),
    hidden: hiddenIn.reduce((sum, { count }) => sum + count, 0),
    ...(hiddenIn.length > 0 && { hiddenIn }),
    files,
    notes,
  };
}

const noted = (notes: readonly string[]): Source[] =>
  notes.length === 0
    ? []
    : [{ title: 'what the checkout left out', text: notes.join(' '), author: null, trusted: true }];

const none = { inline: [], files: [], hidden: [] };
