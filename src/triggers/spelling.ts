/** Whether one added, lost, changed or swapped letter (Damerau) lies between two words that are not the same. */
export function oneEditApart(word: string, other: string): boolean {
  const [short, long] = word.length <= other.length ? [word, other] : [other, word];
  if (short === long || long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  const behind = short.slice(start + 1);
  if (long.length > short.length) return short.slice(start) === long.slice(start + 1);
  if (behind === long.slice(start + 1)) return true;
  const swapped = `${long[start + 1] ?? ''}${long[start] ?? ''}${long.slice(start + 2)}`;
  return short.slice(start) === swapped;
}
