import { get, isFields, set } from './fields.ts';
import type { Step } from './step.ts';

/** An output without the empty lines before it and the blanks and lines after it; a text without those at both ends. */
export const trim: Step<'trim'> = {
  name: 'trim',
  apply(fields, { field }) {
    const output = get(fields, field);
    if (typeof output === 'string') set(fields, field, output.trim());
    if (!isFields(output)) return;
    const [head, tail] = [String(output['head']).replace(/^(?:[^\S\n]*\n)+/, ''), String(output['tail'])];
    const ended = output['omitted'] === 0 && tail === '' ? head.trimEnd() : head;
    set(fields, field, { ...output, head: ended, tail: tail.trimEnd() });
  },
};
