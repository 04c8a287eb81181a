import type { ArgNames, ToolFace } from './data.ts';

/** What a tool says about its arguments, with the model's names in the place of ours, which it does not know. */
export const inTheirNames = ({ args }: ToolFace, why: string, ours: readonly string[]): string =>
  ours.reduce((text, name) => text.replaceAll(`\`${name}\``, `\`${theirName(args, name)}\``), why);

/** `edits[0].old` is `edits[0].oldText` where a list has names of its own, `old_string` where one place in it has. */
function theirName(names: ArgNames, ours: string): string {
  const dotted = ours.replace(/\[(\d+)\]/g, '.$1');
  for (const [theirs, said] of Object.entries(names)) {
    const { to, each } = typeof said === 'string' ? { to: said, each: undefined } : said;
    if (to === dotted) return theirs;
    const [, place = '', inner = ''] = /^(\[\d+\])\.?(.*)$/.exec(ours.slice(to.length)) ?? [];
    if (place !== '' && ours.startsWith(to))
      return `${theirs}${place}${inner && `.${each ? theirName(each, inner) : inner}`}`;
  }
  return ours;
}
