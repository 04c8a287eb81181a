import picomatch from 'picomatch';
import { classes } from './classes.ts';
import { plainPath } from './plain-path.ts';
import type { Objection, Rule, RuleWorld, Sides } from './rule.ts';
import { shownPath } from './shown-path.ts';

const options = { dot: true, nocase: true };
const matcher = (globs: readonly string[]) => picomatch([...globs], options);
const matchers = Object.entries(classes).map(([name, { paths, permitted }]) => ({
  name,
  matches: matcher(paths),
  mayBePermitted: matcher(permitted),
}));

/**
 * Protected paths, whether written, deleted or given another mode; of a rename both sides are in the change. Matched on the
 * plain path, so that `.GitHub` and its like are the same.
 */
export const paths: Rule = {
  name: 'paths',
  file(file, at) {
    const plain = plainPath(file.path);
    const shown = shownPath(file.path);
    if (matcher(at.settings.protect)(plain)) return held(shown, 'protected by the configuration', never);
    const found = matchers.filter(({ matches }) => matches(plain));
    const [first] = found;
    if (!first) return null;
    if (!found.every(({ mayBePermitted }) => mayBePermitted(plain))) return held(shown, first.name, never);
    if (isPermitted(plain, at)) return drivers(file);
    return held(shown, first.name, at.taint === 'trusted' ? optIn(file.path) : strangers);
  },
};

/** The word of the base commit's settings, and only where nobody but the asker was read. */
const isPermitted = (plain: string, { settings, taint }: RuleWorld): boolean =>
  taint === 'trusted' && matcher(settings.allowPaths ?? [])(plain);

/** Whether a file tells agents, or editors that run things by themselves, what to do. */
export const instructs = (path: string): boolean =>
  matchers.some(({ name, matches }) => instructing.has(name) && matches(plainPath(path)));
const instructing: ReadonlySet<string> = new Set(['agent instructions', 'editor and environment']);

const held = (shown: string, name: string, advice: string): Objection => ({
  why: `The change touches ${shown}, which is protected (${name}).`,
  advice,
});

const never =
  'Make that part of the change yourself, since no setting permits it; the whole of it is kept as a patch.';
const strangers =
  'Make that part of the change yourself, since `allow-paths` does not count where strangers were read; the whole of it is kept as a patch.';

/** The line that permits a path, whatever is in its name. */
function optIn(path: string): string {
  const glob = path.replace(/[\\*?[\]{}()!+@|]/g, '\\$&');
  const line = `allow-paths: [${JSON.stringify(shownPath(glob)).replaceAll('`', "'")}]`;
  return `Make that part of the change yourself, or permit it with \`${line}\` in \`.github/oi.yml\` on the base branch; the whole of it is kept as a patch.`;
}

/** Attributes that name a program, or decide what of the repository others get. */
function drivers({ path, added }: Sides): Objection | null {
  const isAttributes = plainPath(path).endsWith('.gitattributes');
  const line = isAttributes
    ? added.find((some) => /\b(?:filter|merge|diff|export-\w+)\b/i.test(some))
    : undefined;
  if (line === undefined) return null;
  return held(shownPath(path), 'git, by an attribute that names a filter, a driver or an export', never);
}
