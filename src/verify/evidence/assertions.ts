import type { AssertionChange } from './assertion-changes.ts';
import type { Evidence, Kind } from './finding.ts';
import { counted } from './words.ts';

const are = (count: number): string => (count === 1 ? 'is' : 'are');

/** The tests stay, and check less. */
export const assertionsDropped = about('assertions-dropped', 'dropped', (count, path) => {
  return `${counted(count, 'assertion')} ${are(count)} gone from tests of ${path} that stay.`;
});

/** They check the same with a weaker word. */
export const assertionsLoosened = about('assertions-loosened', 'loosened', (count, path) => {
  return `${counted(count, 'assertion')} in ${path} ${count === 1 ? 'pins' : 'pin'} down less than before.`;
});

/** They check the same against another value. */
export const expectationsChanged = about('expectations-changed', 'changed', (count, path) => {
  return `${counted(count, 'assertion')} in ${path} ${count === 1 ? 'expects' : 'expect'} something else than before.`;
});

function about(
  kind: Kind,
  what: Exclude<keyof AssertionChange, 'path'>,
  say: (count: number, path: string) => string,
): Evidence {
  return {
    kind,
    look({ assertions }) {
      return [...Map.groupBy(assertions, ({ path }) => path)].flatMap(([path, changes]) => {
        const count = changes.reduce((sum, change) => sum + change[what], 0);
        return count === 0 ? [] : [{ kind, path, count, sentence: say(count, path) }];
      });
    },
  };
}
