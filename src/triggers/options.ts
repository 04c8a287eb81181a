import type { Choice } from '../core/task.ts';
import { nearest } from '../text/nearest.ts';

const names = ['model', 'harness'] as const satisfies readonly (keyof Choice)[];
type Name = (typeof names)[number];

/** How far a line has been read: `rest` is ahead. No option comes any more once they are `ended` or one is `wrong`. */
export type Reading = {
  choice: Choice;
  rest: string;
  ended: boolean;
  wrong: { why: string; advice: string } | null;
};

export const beginning = (line: string): Reading => ({ choice: {}, rest: line, ended: false, wrong: null });

/**
 * Reads the options that are next: `--model NAME` or `--model=NAME`, each once. A bare `--` ends them. A dash that a phone has
 * made of two hyphens counts as these.
 */
export function readOptions(at: Reading): Reading {
  if (at.ended || at.wrong) return at;
  const { word, behind } = firstWord(at.rest);
  if (word === '--') return { ...at, rest: behind, ended: true };
  const [, dashes = '', said = '', joined] = /^(--|[-—–])([a-z][\w-]*)(?:=(.*))?$/i.exec(word) ?? [];
  const near = meant(said);
  if (said === '' || (dashes !== '--' && !near)) return at;
  if (dashes === '-' || near !== said.toLowerCase()) return { ...at, wrong: unknown(word, near) };
  const { word: value, behind: rest } = joined === undefined ? firstWord(behind) : { word: joined, behind };
  const wrong = wrongValue(near, plain(value), at.choice);
  if (wrong) return { ...at, wrong };
  return readOptions({ ...at, choice: { ...at.choice, [near]: plain(value) }, rest });
}

/** What comes too late to count is told: it may have been meant to. */
export function withoutLateOption(at: Reading): Reading {
  const late =
    at.ended || at.wrong ? null : /(?:^|\s)((?:--|—|–)(?:model|harness))(?:=|\s+)\S+$/i.exec(at.rest)?.[1];
  if (!late) return at;
  const advice = 'Put it before the words, or `--` before them if it is one of them.';
  return { ...at, wrong: { why: `The option \`${late}\` stands behind the words.`, advice } };
}

export function firstWord(text: string): { word: string; behind: string } {
  const [, word = '', behind = ''] = /^(\S*)\s*(.*)$/s.exec(text) ?? [];
  return { word, behind };
}

/** The option that a word names or is a slip of; `oi exec` has `-m`, too. */
const meant = (said: string): Name | undefined =>
  said === 'm' ? 'model' : names.find((name) => nearest(said, names)[0] === name);

const plain = (value: string): string => value.replace(/^`(.*)`$/, '$1');

function unknown(word: string, near: Name | undefined): Reading['wrong'] {
  const guess = near ? `Did you mean \`--${near}\`?` : 'There are `--model` and `--harness`.';
  const shown = /^[-—–\w]{1,40}$/.test(word) ? `option \`${word}\`` : 'such option';
  return {
    why: `There is no ${shown}.`,
    advice: `${guess} Before words that begin so, write \`--\`.`,
  };
}

function wrongValue(name: Name, value: string, choice: Choice): Reading['wrong'] {
  const advice = `Write \`--${name} NAME\`, once.`;
  if (choice[name] !== undefined) return { why: `The option \`--${name}\` is there twice.`, advice };
  return /^[^-—–]/.test(value) ? null : { why: `The option \`--${name}\` lacks its value.`, advice };
}
