const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** For each place of an opening bracket in the code, the place of the one that closes it; -1 everywhere else. */
export function matchBrackets(code: string): Int32Array {
  const closing = new Int32Array(code.length).fill(-1);
  const open: { at: number; close: string }[] = [];
  for (let at = 0; at < code.length; at++) {
    const character = code[at] ?? '';
    const close = closers[character];
    if (close) open.push({ at, close });
    else if (character === open.at(-1)?.close) closing[open.pop()?.at ?? 0] = at;
  }
  return closing;
}

/** Where a bracket closes; a bracket that never does reaches to the end. */
export function closeOf(brackets: Int32Array, at: number): number {
  const close = brackets[at] ?? -1;
  return close === -1 ? brackets.length - 1 : close;
}

/** How many elements stand between a bracket and the one that closes it. */
export function countElements(code: string, brackets: Int32Array, open: number): number {
  const end = closeOf(brackets, open);
  let count = 0;
  let filled = false;
  for (let at = open + 1; at < end; at++) {
    const character = code[at] ?? '';
    if (character === ',') {
      if (filled) count++;
      filled = false;
    } else if (/\S/.test(character)) filled = true;
    if (closers[character]) at = Math.max(at, closeOf(brackets, at));
  }
  return filled ? count + 1 : count;
}
