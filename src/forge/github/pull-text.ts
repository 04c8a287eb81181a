import { createHash } from 'node:crypto';
import { cutMarkdown } from '../../text/cut.ts';
import { bodyLimit } from './mark.ts';

/** A pull request's title and description. */
export type PullText = { title: string; body: string };

/** The marks say what we wrote, so that it can be told from what people made of it, whoever's token both of us use. */
const part =
  /<!-- oi:begin title:([0-9a-f]{16}) part:([0-9a-f]{16})\b[^>]*-->\r?\n([\s\S]*?)\r?\n<!-- oi:end -->/;

/**
 * What a pull request says after we have written to it. Ours is the part between two marks, and the title as long as nobody
 * changed it; the rest is people's and stays, and so does a part of ours that somebody edited, folded below the new one.
 */
export function pullText(wanted: PullText, found: PullText | null): PullText {
  if (!found) return { title: wanted.title, body: written(wanted, { before: '', after: '' }) ?? wanted.body };
  const match = part.exec(found.body);
  if (!match) {
    const theirs = found.body.trim();
    const body = written(wanted, { before: '', after: theirs && `\n\n${theirs}` });
    return { title: found.title, body: body ?? found.body };
  }
  const [whole, title, digest, text = ''] = match;
  const edited = digestOf(text) === digest ? '' : `\n\n${folded(text.trim())}`;
  const around = {
    before: found.body.slice(0, match.index),
    after: edited + found.body.slice(match.index + whole.length),
  };
  return {
    title: digestOf(found.title) === title ? wanted.title : found.title,
    body: written(wanted, around) ?? found.body,
  };
}

/** Null where people wrote so much that there is no room for us. */
function written(
  { title, body }: PullText,
  { before, after }: { before: string; after: string },
): string | null {
  const around = (text: string): string =>
    [
      `${before}<!-- oi:begin title:${digestOf(title)} part:${digestOf(text)} Each command writes this part anew; above and below it yours stays. -->`,
      text,
      `<!-- oi:end -->${after}`,
    ].join('\n');
  const room = bodyLimit - around('').length;
  return room < 0 ? null : around(cutMarkdown(body.trim(), room));
}

const folded = (text: string): string =>
  `<details><summary>What stood here before, as somebody edited it</summary>\n\n${text}\n\n</details>`;

/** GitHub's page sends other line ends than we do. */
const digestOf = (text: string): string =>
  createHash('sha256').update(text.replace(/\r\n?/g, '\n').trim()).digest('hex').slice(0, 16);
