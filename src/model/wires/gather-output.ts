import type { Delta } from '../../core/model.ts';
import type { OutputItem, ResponsesEvent } from './responses-event.ts';

/** An item as far as it has come, and where it stands in the output, if the server tells. */
type Slot = { place: number | null; item: OutputItem; streamed: string; done: boolean };

/** The items of an answer that comes in. */
export type Output = {
  /** Takes an event that brings an item or a piece of one. */
  take(event: ResponsesEvent): void;
  /** Takes what the last event tells again. */
  end(items: readonly OutputItem[]): void;
  /** In the order of the output. One that was not closed holds what was streamed of it. */
  items(): OutputItem[];
};

/** Servers that copy the API count items wrongly, from one or not at all, or name none: no item is taken twice, and none is lost. */
export function gatherOutput(onDelta: (delta: Delta) => void): Output {
  let slots: Slot[] = [];

  const open = ({ output_index, item_id, item }: ResponsesEvent): Slot => {
    const slot = { place: output_index ?? null, item: item ?? { id: item_id }, streamed: '', done: false };
    slots.push(slot);
    return slot;
  };
  /** By its name, else by its place, else the newest that is not closed. */
  const find = ({ output_index, item_id, item }: ResponsesEvent): Slot | undefined => {
    const id = item_id ?? item?.id;
    const unclosed = slots.filter(({ done }) => !done);
    const named = id ? slots.findLast((slot) => slot.item.id === id) : undefined;
    const placed = unclosed.findLast(({ place }) => place === output_index);
    return named ?? (typeof output_index === 'number' ? placed : unclosed.at(-1));
  };
  const begin = (event: ResponsesEvent): void => {
    const { item } = open(event);
    if (item.name) onDelta({ kind: 'call', text: item.name });
  };
  const grow = (event: ResponsesEvent, delta: string): void => {
    const piece = pieceOf(event.type);
    if (!piece) return;
    const slot = find(event) ?? open(event);
    slot.item.type ??= piece.item;
    slot.streamed += delta;
    onDelta({ kind: piece.kind, text: delta });
  };

  return {
    take(event) {
      const { type, item, delta } = event;
      if (type === 'response.output_item.added' && item) begin(event);
      else if (type === 'response.output_item.done' && item)
        Object.assign(find(event) ?? open(event), { item, done: true });
      else if (typeof delta === 'string') grow(event, delta);
    },
    end(items) {
      // Some tell nothing again, or less.
      if (items.length < slots.length) return;
      const closed = slots.filter(({ done }) => done);
      const known = ({ id }: OutputItem) => closed.find(({ item }) => id && item.id === id)?.item;
      slots = items.map((item, place) => ({ place, item: known(item) ?? item, streamed: '', done: true }));
    },
    items: () => slots.toSorted(byPlace).map(wholeOf),
  };
}

const byPlace = (one: Slot, other: Slot): number =>
  one.place === null || other.place === null ? 0 : one.place - other.place;

/** What a piece is of, by the event that brings it. */
function pieceOf(type: ResponsesEvent['type']): { item: string; kind: Delta['kind'] } | null {
  switch (type) {
    case 'response.output_text.delta':
      return { item: 'message', kind: 'text' };
    case 'response.reasoning_summary_text.delta':
    case 'response.reasoning_text.delta':
      return { item: 'reasoning', kind: 'thinking' };
    case 'response.function_call_arguments.delta':
      return { item: 'function_call', kind: 'call' };
    case 'response.custom_tool_call_input.delta':
      return { item: 'custom_tool_call', kind: 'call' };
    default:
      return null;
  }
}

/** What of an item that was not closed is encrypted may not be whole. */
function wholeOf({ item: begun, streamed, done }: Slot): OutputItem {
  if (done) return begun;
  const item = { ...begun, encrypted_content: null };
  if (streamed === '') return item;
  switch (item.type) {
    case 'function_call':
      return { ...item, arguments: streamed };
    case 'custom_tool_call':
      return { ...item, input: streamed };
    case 'reasoning':
      return { ...item, summary: [{ type: 'summary_text', text: streamed }] };
    default:
      return { ...item, content: [{ type: 'output_text', text: streamed }] };
  }
}
