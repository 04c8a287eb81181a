import { asCode } from '../words.ts';
import { plainPath } from './plain-path.ts';
import type { Remark, Rule, Sides } from './rule.ts';

/** A page that shows a picture tells its host of everybody who looks: a badge or a letter home. The reviewer decides. */
export const pictures: Rule = {
  name: 'pictures',
  remarks: (files) => files.flatMap(remarksOn),
};

function remarksOn({ path, added }: Sides): Remark[] {
  if (!pages.test(plainPath(path))) return [];
  const hosts = new Set(added.filter((line) => shows.test(line)).flatMap(hostsIn));
  return [...hosts]
    .slice(0, most)
    .map((host) => ({ path, sentence: `shows something from ${asCode(host)}, which learns who looks.` }));
}

/** Told of one file. */
const most = 10;

/** What a forge, or those who publish pages, make pages of. */
const pages = /\.(?:md|mdx|markdown|rst|adoc|html?|svg)$/i;
/** Markdown's pictures and what they may refer to, AsciiDoc's, those of reStructuredText, and the tags that load by themselves. */
const shows =
  /!\[|^\s{0,9}\[[^\]]{1,99}\]:|image::?|<(?:img|picture|source|video|audio|iframe|embed|object|link|script|image)\b/i;

const hostsIn = (line: string): string[] =>
  Array.from(line.matchAll(/(?:https?:)?\/\/([\w.-]{1,253}\.[a-z]{2,24})(?![\w.-])/gi), ([, host = '']) =>
    host.toLowerCase(),
  );
