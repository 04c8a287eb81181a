import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A page that people write, with parts that are made: each stands between `<!-- made by npm run docs: NAME -->` and
 * `<!-- end of NAME -->`. Throws where a page lacks the marks of a part.
 */
export function embedded(
  root: string,
  file: string,
  parts: Readonly<Record<string, string>>,
): readonly [file: string, text: string] {
  let text = readFileSync(join(root, file), 'utf8');
  for (const [name, part] of Object.entries(parts)) {
    const [begin, end] = [`<!-- made by npm run docs: ${name} -->\n`, `\n<!-- end of ${name} -->`];
    const [from, to] = [text.indexOf(begin), text.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`${file} lacks the marks of ${name}.`);
    text = text.slice(0, from + begin.length) + part + text.slice(to);
  }
  return [file, text];
}
