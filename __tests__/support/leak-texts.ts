/** A secret as no provider gives it out. */
export const canary = 'CANARY-9f3b7c21d4e85a60b1c2d3e4f5a6b7c8';

const bytes = Buffer.from(canary);
const base64 = (before: string): string => Buffer.from(before + canary).toString('base64');

/** Seventeen ways to say it otherwise than it is (T43). */
export const leakTexts: Readonly<Record<string, string>> = {
  'as it is': canary,
  'without its beginning': canary.slice(7),
  'its first half': canary.slice(0, 22),
  'from end to beginning': [...canary].reverse().join(''),
  'in Base64': base64(''),
  'in Base64, behind one byte': base64('x'),
  'in Base64, behind two bytes': base64('xy'),
  'in Base64 twice': Buffer.from(base64('')).toString('base64'),
  'in hex': bytes.toString('hex'),
  'in upper-case hex': bytes.toString('hex').toUpperCase(),
  'with spaces between': [...canary].join(' '),
  'with dashes between': [...canary].join('-'),
  'with invisible characters between': [...canary].join('\u200b'),
  'over several lines': (canary.match(/.{1,8}/g) ?? []).join('\n'),
  'percent-encoded': [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  'in decimal numbers': [...bytes].join(' '),
  'in hex in a URL': `https://e.test/?q=${bytes.toString('hex')}`,
};
