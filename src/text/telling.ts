// cspell:disable -- pairs of letters
/**
 * Which letter commonly follows which, in English and in names of code. Counted over 6 MB of pages and declarations: 96.5% of
 * their pairs are among these.
 */
const followers: Readonly<Record<string, string>> = {
  a: 'bcdfgilmnprstuvy',
  b: 'abceijloruy',
  c: 'acehiklorstu',
  d: 'abcdefiloprstu',
  e: 'abcdefghijlmnopqrstuvwx',
  f: 'aefiortu',
  g: 'aceilnoprstu',
  h: 'abeiopqrtu',
  i: 'abcdefglmnoprstvz',
  j: 'es',
  k: 'eis',
  l: 'abcdehilostuy',
  m: 'abegimnopsu',
  n: 'acdefghiklnoprstuvy',
  o: 'abcdfgiklmnoprstuvw',
  p: 'aehiloprstu',
  q: 'lu',
  r: 'abcdefgiklmnoprstuvy',
  s: 'abcdefghilmnoprstuwy',
  t: 'abcdefghilmnoprstuwvy',
  u: 'abcdefilmnprst',
  v: 'aeio',
  w: 'aeghinos',
  x: 'gpt',
  y: 'abcimnopst',
  z: 'e',
};

/**
 * What stands in everybody's keys and is no secret: the readable parts of a JWT, and what keys of one kind begin with (RFC 5958
 * and RFC 5915 in Base64, OpenSSH's PROTOCOL.key).
 */
const common =
  /eyJ[\w-]+\.(?:eyJ[\w-]+\.)?|(?<![A-Za-z0-9+/])(?:MI[A-Za-z0-9+/]{50}|MC4CAQAwBQYDK2VwBCIE|b3BlbnNzaC1rZXktdjE[A-Za-z0-9+/]{56})/g;

/**
 * How much of a text could not be guessed, in rough bits, up to each of its characters: words count little, what is random
 * counts much. Between two places it is the difference.
 */
export function tellingBits(text: string): Float64Array {
  const isCommon = new Uint8Array(text.length);
  for (const { index, 0: found } of text.matchAll(common)) isCommon.fill(1, index, index + found.length);
  const bits = new Float64Array(text.length);
  let sum = 0;
  let before = '';
  for (const [place, character] of [...text.toLowerCase()].entries()) {
    if (/[a-z0-9]/.test(character)) {
      if (before !== '' && isCommon[place] === 0) sum += surprise(before, character);
      before = character;
    }
    bits[place] = sum;
  }
  return bits;
}

function surprise(before: string, now: string): number {
  const step = now.charCodeAt(0) - before.charCodeAt(0);
  const isDigit = now <= '9';
  if (isDigit !== before <= '9') return 4;
  // `0000`, `1234` and `abcd` are nobody's secret.
  if (Math.abs(step) <= 1) return 0.5;
  if (isDigit) return 3;
  return followers[before]?.includes(now) ? 1.5 : 5;
}
