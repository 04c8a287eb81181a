export type CountTokens = (text: string) => number;

/** Four characters a token: near enough where a test only compares, and quick. */
export const estimate: CountTokens = (text) => Math.ceil(text.length / 4);

/** As o200k_base counts them; loading its table takes a moment and memory. */
export async function realCounter(): Promise<CountTokens> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  return (text) => countTokens(text);
}
