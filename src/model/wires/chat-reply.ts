import { type Delta, type Item, parseCall, type Reply, type Usage } from '../../core/model.ts';
import { nothingUsed } from '../wire.ts';
import type { CallFragment, ChatChunk, ChunkUsage } from './chat-chunk.ts';

type Call = { kind: 'call'; index: number | null; id: string; name: string; args: string };
type Part = { kind: 'text' | 'thinking'; text: string } | Call;

export type Assembly = {
  /** Says that an answer has begun: from here on it costs something, if not known what. */
  begin(): void;
  begun(): boolean;
  add(chunk: ChatChunk): void;
  /** Why the provider stopped; null until it said so. */
  finish(): string | null;
  usage(): Usage;
  /** What the model says in place of an answer, where it declines to give one. */
  refusal(): string;
  /** Whether there is a text or a call. */
  empty(): boolean;
  reply(): Reply;
};

/** Puts an answer together from its chunks. `turn` makes the ids that a provider forgot unlike those of other turns. */
export function assemble(turn: number, onDelta: (delta: Delta) => void): Assembly {
  const parts: Part[] = [];
  let finish: string | null = null;
  let refusal = '';
  let begun = false;
  let usage: Usage | null = null;

  const say = (kind: 'text' | 'thinking', text: unknown): void => {
    if (typeof text !== 'string' || text === '') return;
    const last = parts.at(-1);
    if (last?.kind === kind) last.text += text;
    else parts.push({ kind, text });
    onDelta({ kind, text });
  };
  const call = (fragment: CallFragment): void => {
    const name = fragment.function?.name ?? '';
    const at = callFor(parts, fragment) ?? newCall(fragment.index ?? null);
    if (!parts.includes(at)) parts.push(at);
    at.id ||= fragment.id ?? '';
    // Some split a name over chunks, others repeat the whole of it in each.
    if (name !== at.name) at.name += name;
    const args = textOf(fragment.function?.arguments);
    at.args += args;
    onDelta({ kind: 'call', text: name + args });
  };

  return {
    begin() {
      begun = true;
    },
    begun: () => begun,
    add(chunk) {
      const choice = chunk.choices?.[0];
      const fragment = choice?.delta ?? choice?.message;
      if (fragment) {
        say('thinking', fragment.reasoning_content ?? fragment.reasoning);
        say('text', fragment.content);
        refusal += fragment.refusal ?? '';
        for (const each of fragment.tool_calls ?? []) call(each);
      }
      finish = choice?.finish_reason ?? finish;
      const told = chunk.usage ?? chunk.x_groq?.usage;
      if (told) usage = usageOf(told);
    },
    finish: () => finish,
    refusal: () => refusal.trim(),
    usage: () => usage ?? (begun ? unknownUse : nothingUsed),
    empty: () => !parts.some((part) => part.kind === 'call' || (part.kind === 'text' && part.text.trim())),
    reply: () => ({
      items: itemsOf(parts, turn, finish === 'length'),
      cut: finish === 'length',
      usage: usage ?? unknownUse,
    }),
  };
}

const unknownUse: Usage = { ...nothingUsed, usd: null };

const newCall = (index: number | null): Call => ({ kind: 'call', index, id: '', name: '', args: '' });

/** The call that a fragment continues. A new id with a name opens another call, whatever the index says. */
function callFor(parts: readonly Part[], { index, id, function: named }: CallFragment): Call | undefined {
  const calls = parts.filter((part) => part.kind === 'call');
  const at = typeof index === 'number' ? calls.findLast((each) => each.index === index) : calls.at(-1);
  const another = at && id && at.id && id !== at.id && named?.name;
  return another ? undefined : at;
}

function itemsOf(parts: readonly Part[], turn: number, cut: boolean): Item[] {
  const ids = new Set<string>();
  let calls = 0;
  return parts.map((part) => {
    if (part.kind !== 'call') return part;
    const made = `call_${turn}_${calls++}`;
    const id = part.id === '' || ids.has(part.id) ? made : part.id;
    ids.add(id);
    // A tool without parameters is often called with no text at all; cut off, the same emptiness means nothing.
    const args = part.args.trim() === '' && !(cut && part === parts.at(-1)) ? '{}' : part.args;
    return parseCall(id, part.name, args);
  });
}

const textOf = (args: unknown): string =>
  typeof args === 'string' ? args : args === null || args === undefined ? '' : JSON.stringify(args);

const usageOf = (told: ChunkUsage): Usage => ({
  input: told.prompt_tokens ?? 0,
  cached:
    told.prompt_tokens_details?.cached_tokens ?? told.prompt_cache_hit_tokens ?? told.cached_tokens ?? 0,
  output: told.completion_tokens ?? 0,
  usd: told.cost ?? null,
});
