import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { style } from './github-style.ts';

/** What stands around a body on the forge. */
export type Surroundings = 'comment' | 'pull' | 'summary';

/**
 * A page that shows a body about as GitHub would: its Markdown, its widths and colours, made by ourselves. Line ends in
 * comments and pull requests break lines there, which they do not in a job summary.
 */
export function githubPage(around: Surroundings, heading: string, markdown: string): string {
  const body = micromark(markdown, {
    allowDangerousHtml: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(heading)}</title><style>${style}</style></head>
<body class="${around}"><main>${above(around, heading)}
<article class="box"><h2 class="bar">${bars[around]}</h2><div class="body">${named(body)}</div></article></main></body></html>`;
}

/** GitHub gives these boxes names. */
const named = (body: string): string =>
  body.replace(
    /<input type="checkbox" disabled=""( checked="")?/g,
    (box, done: string | undefined) => `${box} aria-label="${done ? 'Completed' : 'Incomplete'} task"`,
  );

const bars = {
  comment: '<b>github-actions</b> <small>bot</small> commented',
  pull: '<b>github-actions</b> <small>bot</small> commented',
  summary: 'oi summary',
} as const;

const above = (around: Surroundings, heading: string): string =>
  `<h1>${text(heading)}</h1>${around === 'pull' ? '<p class="state"><span>Draft</span></p>' : ''}`;

const text = (words: string): string => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
