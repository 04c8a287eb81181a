/** The door to people: what looks like somebody's secret, known by its shape. No text makes these slow. */
const shapes: readonly { name: string; shape: RegExp }[] = [
  // `ghs_` may be followed by an app's number and a whole JWT: https://github.blog/changelog, 2026-04-24.
  { name: 'a GitHub token', shape: /\b(?:gh[opsur]_[A-Za-z0-9_.-]{20,}|github_pat_[A-Za-z0-9_]{20,})/g },
  { name: 'a GitLab token', shape: /\bglpat-[A-Za-z0-9_-]{20,}/g },
  // The digit tells a key from a hyphenated name such as a style class.
  { name: 'a model provider key', shape: /\bsk-(?=[A-Za-z_-]{0,80}\d)[A-Za-z0-9_-]{20,}/g },
  { name: 'an AWS access key', shape: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  { name: 'a Google API key', shape: /\bAIza[A-Za-z0-9_-]{35}/g },
  { name: 'a Slack token', shape: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g },
  { name: 'an npm token', shape: /\bnpm_[A-Za-z0-9]{36}/g },
  {
    name: 'a private key',
    shape:
      /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:(?:\s|\\[rn])*[A-Za-z0-9+/]{16,76}={0,2})*/g,
  },
];

/** The kind of secret that the text seems to hold, for a message that does not repeat it; null when it looks clean. */
export function looksSecret(text: string): string | null {
  return shapes.find(({ shape }) => text.search(shape) >= 0)?.name ?? null;
}

/** The text with `***` for all that looks like a secret. */
export const maskSecretShapes = (text: string): string =>
  shapes.reduce((masked, { shape }) => masked.replace(shape, '***'), text);
