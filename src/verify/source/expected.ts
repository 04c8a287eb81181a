/** How many digits count; the group is the number, and what counts where none is given. */
const digits: readonly (readonly [form: RegExp, usual: number])[] = [
  [/toBeCloseTo\((?:[^(),]|\([^()]*\))*(?:,\s*(\d+)\s*)?\)/, 2],
  [/AlmostEquals?\(.*?(?:\b(?:places|decimal)\s*=\s*(\d+).*)?\)$/, 7],
  [/\bdecimal\s*=\s*(\d+)/, 7],
];
/** How far off a value may be; the group is the number. */
const bounds =
  /\b(?:rel|abs|delta|atol|rtol|rel_tol|abs_tol|tol|tolerance|epsilon|eps|accuracy|within)\s*[=:]\s*([\d.]+(?:e[+-]?\d+)?)|(?:InDelta|InEpsilon|_NEAR|_abs_diff_eq!?|(?<!toBe)closeTo|approximately)\s*\(.*,\s*([\d.]+(?:e[+-]?\d+)?)\s*\)$|\bbe_within\(\s*([\d.]+(?:e[+-]?\d+)?)|isCloseTo\(.*\(\s*([\d.]+(?:e[+-]?\d+)?)/i;

type Tolerance = { value: number; words: string };

/** How far off a value may be for the assertion to hold; 0 where it may not or does not say. */
export const toleranceOf = (text: string): number => find(text)?.value ?? 0;

function find(text: string): Tolerance | null {
  const bound = bounds.exec(text);
  if (bound) {
    const words = bound.slice(1).find((group) => group !== undefined) ?? '';
    return { value: Number(words), words };
  }
  for (const [form, usual] of digits) {
    const found = form.exec(text);
    if (found) return { value: 10 ** -Number(found[1] ?? usual), words: found[1] ?? '' };
  }
  return /\bapprox\(/.test(text) ? { value: 1e-6, words: '' } : null;
}

/** The literals that an assertion names, whatever its functions are called: what it expects, without the tolerance. */
export function expectedIn(text: string): string {
  const literals: string[] =
    text.match(
      /(["'`])(?:\\.|(?!\1)[^\\])*\1|(?<![\w.])-?\d[\w.]*(?:(?<=e)[+-]\d+)?|\b(?:true|false|null|undefined|None|True|False|nil)\b/g,
    ) ?? [];
  const tolerance = literals.lastIndexOf(find(text)?.words ?? '');
  return JSON.stringify(literals.filter((_, index) => index !== tolerance));
}
