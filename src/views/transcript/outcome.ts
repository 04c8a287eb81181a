import type { Outcome } from '../../core/outcome.ts';
import { clip } from './bounds.ts';
import { type Content, type Html, html } from './html.ts';
import { code, type Place } from './place.ts';

const kinds: { readonly [K in Outcome['kind']]: readonly [tone: string, word: string] } = {
  changed: ['good', 'Changed'],
  answered: ['good', 'Answered'],
  unchanged: ['fair', 'Nothing published'],
  refused: ['fair', 'Refused'],
  stopped: ['fair', 'Stopped'],
  failed: ['bad', 'Failed'],
};

/** How it ended, in a word, with more under it. */
export function ended(outcome: Outcome, ...more: readonly Content[]): Html {
  const [tone = '', word = ''] = kinds[outcome.kind] ?? [];
  return html`<div class="outcome ${tone}"><p><strong>${word}.</strong></p>${more}</div>`;
}

/** Why it ended so, as the asker was told. */
export function reason(outcome: Outcome, at: Place): Content {
  const shown = (text: string): Content => html`<p>${clip(text, Math.min(at.bounds.characters, 4000))}</p>`;
  switch (outcome.kind) {
    case 'changed':
    case 'answered':
      return shown(outcome.answer);
    case 'unchanged':
    case 'refused':
    case 'stopped':
      return shown(`${outcome.why} ${outcome.advice}`);
    case 'failed':
      return [shown(`${outcome.happened} ${outcome.advice}`), html`<p>${code(outcome.code)}</p>`];
  }
}
