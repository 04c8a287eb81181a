import { get, isFields, set } from './fields.ts';
import type { Step } from './step.ts';

/** An output without the empty lines before it and the blanks and lines after it. */
export const trim: Step<'trim'> = {
  name: 'trim',
  apply(fields, { field }) {
    const output = get(fields, field);
    if (!isFields(output)) return;
    const [head, tail] = [String(output['head']).replace(/^(?:[^\S\n]*\n)+/, ''), String(output['tail'])];
    const ended = output['omitted'] === 0 && tail === '' ? head.trimEnd() : head;
    set(fields, field, { ...output, head: ended, tail: tail.trimEnd() });
  },
};
