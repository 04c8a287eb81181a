import { html } from '../html.ts';
import { block, code } from '../place.ts';
import type { Show } from './shown.ts';

/** A tool that nobody here knows. */
export const other: Show = ({ tool, args }, result, at) => ({
  title: html`Called ${code(tool)}`,
  state: null,
  body: [
    block('Arguments', JSON.stringify(args, null, 2), at),
    result && Object.keys(result.fields).length > 0
      ? block('Answer', JSON.stringify(result.fields, null, 2), at)
      : null,
  ],
});
