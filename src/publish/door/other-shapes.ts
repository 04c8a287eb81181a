import type { creator as recommended } from '@secretlint/secretlint-rule-preset-recommend';

type Rule = (typeof recommended.rules)[number];

/** What secretlint's rules do not know. No text makes these slow. */
const shapes = {
  /** Keys of DeepSeek, OpenRouter and others. Letters and a digit in a row tell a key from a hyphenated name such as a style class. */
  MODEL_PROVIDER_KEY: /\bsk-(?=[A-Za-z0-9_-]{0,100}?(?=[A-Za-z]{0,64}\d)[A-Za-z0-9]{12})[A-Za-z0-9_-]{20,}/g,
  GITHUB_TOKEN: /\b(?:gh[opsur]_[A-Za-z0-9_.-]{20,}|github_pat_[A-Za-z0-9_]{20,})/g,
  GOOGLE_API_KEY: /\bAIza[A-Za-z0-9_-]{35}/g,
  /** Short keys, and those that lost their end. */
  PRIVATE_KEY:
    /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:(?:\s|\\[rn])*[A-Za-z0-9+/]{16,76}={0,2})+/g,
} as const;

/** A rule of secretlint's for them. */
export const otherShapes: Rule = {
  messages: Object.fromEntries(Object.keys(shapes).map((id) => [id, { en: () => `found ${id}` }])),
  meta: {
    id: 'other-shapes',
    recommended: true,
    type: 'scanner',
    supportedContentTypes: ['text'],
    docs: { url: '' },
  },
  create: (context) => ({
    file({ content }) {
      const translate = context.createTranslator(otherShapes.messages);
      for (const [id, shape] of Object.entries(shapes))
        for (const { index, 0: found } of content.matchAll(shape))
          context.report({ message: translate(id), range: [index, index + found.length] });
    },
  }),
};
