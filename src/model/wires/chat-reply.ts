import { type Delta, type Item, parseCall, type Usage } from '../../core/model.ts';
import type { Trouble } from '../problems.ts';
import { type CallFragment, type ChatChunk, type ChunkUsage, chatChunk } from './chat-chunk.ts';
import type { Assembly } from './protocol.ts';

type Call = { kind: 'call'; index: number | null; id: string; name: string; args: string };
type Part = { kind: 'text' | 'thinking'; text: string } | Call;

/** Puts an answer together from its chunks, or from one whole answer. */
export function assemble(turn: number, onDelta: (delta: Delta) => void): Assembly {
  const parts: Part[] = [];
  let finish: string | null = null;
  let refusal = '';
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

  const take = ({ choices, usage: counts, x_groq }: ChatChunk): void => {
    const choice = choices?.[0];
    const fragment = choice?.delta ?? choice?.message;
    if (fragment) {
      say('thinking', fragment.reasoning_content ?? fragment.reasoning);
      say('text', fragment.content);
      refusal += fragment.refusal ?? '';
      for (const each of fragment.tool_calls ?? []) call(each);
    }
    finish = choice?.finish_reason ?? finish;
    const told = counts ?? x_groq?.usage;
    if (told) usage = usageOf(told);
  };

  return {
    add(json) {
      const chunk = chatChunk.safeParse(json);
      if (!chunk.success) return { code: 'model.cut', cause: chunk.error };
      take(chunk.data);
      return null;
    },
    isWhole: (body) => 'choices' in body,
    // The decoder knows `[DONE]`; tokens are told behind the reason to stop.
    done: () => false,
    judge: (closed) => judge(parts, finish, refusal.trim(), closed),
    usage: () => usage,
    reply: () => ({ items: itemsOf(parts, turn, finish === 'length'), cut: finish === 'length' }),
  };
}

function judge(
  parts: readonly Part[],
  finish: string | null,
  refusal: string,
  closed: boolean,
): Trouble | null {
  if (finish === 'content_filter') return { code: 'model.filtered' };
  if (finish === 'error') return { code: 'model.unavailable' };
  if (refusal) return { code: 'model.refused', said: refusal };
  if (finish === null && !closed) return { code: 'model.cut' };
  const says = parts.some((part) => part.kind === 'call' || (part.kind === 'text' && part.text.trim()));
  return finish !== 'length' && !says ? { code: 'model.empty' } : null;
}

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
