import type { ArgName, ArgNames, ToolFace } from './data.ts';

/**
 * What a tool says about its arguments, a sentence each, with the model's names in the place of ours, which it does not know.
 * Of one that is counted or measured otherwise there, the tool's numbers would mislead.
 */
export const inTheirNames = ({ args }: ToolFace, why: string, ours: readonly string[]): string =>
  why
    .split(/ (?=`)/)
    .map((sentence) => {
      const name = ours.find((each) => sentence.startsWith(`\`${each}\``));
      if (name === undefined) return sentence;
      const [theirs, isMeasured] = theirName(args, name);
      if (isMeasured) return `\`${theirs}\` has a value that cannot be used.`;
      return `\`${theirs}\`${sentence.slice(name.length + 2)}`;
    })
    .join(' ');

/** `edits[0].old` is `edits[0].oldText` where a list has names of its own, `old_string` where one place in it has. */
function theirName(names: ArgNames, ours: string): [name: string, isMeasured: boolean] {
  const dotted = ours.replace(/\[(\d+)\]/g, '.$1');
  for (const [theirs, said] of Object.entries(names)) {
    const name: ArgName = typeof said === 'string' ? { to: said } : said;
    if (name.to === dotted) return [theirs, (name.per ?? name.plus) !== undefined];
    const [, place = '', inner = ''] = /^(\[\d+\])\.?(.*)$/.exec(ours.slice(name.to.length)) ?? [];
    if (place === '' || !ours.startsWith(name.to)) continue;
    const [within, isMeasured] = name.each ? theirName(name.each, inner) : [inner, false];
    return [`${theirs}${place}${within && `.${within}`}`, isMeasured];
  }
  return [ours, false];
}
