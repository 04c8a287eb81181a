import { lintSource } from '@secretlint/core';
import { creator as recommended } from '@secretlint/secretlint-rule-preset-recommend';
import type { Found } from '../../core/door.ts';
import { otherShapes } from './other-shapes.ts';

/** A comment that switches rules off is the text's own word, and the text is what is judged. */
const byComment = '@secretlint/secretlint-rule-filter-comments';

const config = {
  rules: [...recommended.rules.filter(({ meta }) => meta.id !== byComment), otherShapes].map((rule) => ({
    id: rule.meta.id,
    rule,
    // The ids of AWS keys are not looked for otherwise. Other rules have no such option.
    options: { enableIDScanRule: true },
  })),
};

/** What of a text looks like somebody's secret: tokens, keys and passwords in addresses, by their shape. */
export async function findShapes(text: string): Promise<Found[]> {
  const { messages } = await lintSource({
    source: { content: text, filePath: 'text', ext: '', contentType: 'text' },
    options: { config, noPhysicFilePath: true },
  });
  return messages.map(({ range: [start, end], messageId }) => ({
    start,
    end,
    kind: `what looks like a secret (${words(messageId)})`,
  }));
}

/** `GITHUB_TOKEN` and `PrivateKey` as words. */
const words = (id: string): string =>
  id
    .replace(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .replaceAll('_', ' ')
    .toLowerCase();
