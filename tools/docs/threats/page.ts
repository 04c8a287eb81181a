import { escapeNames } from './escape-names.ts';
import { type NumberedTest, numberedTests } from './numbered-tests.ts';
import { reasons } from './reasons.ts';
import { threatNames } from './threat-names.ts';

/** The parts of docs/threats.md that are made: a table for each kind of number, and how many there are. */
export function threatTables(root: string): Record<'threats' | 'escapes' | 'counts', string> {
  const tests = numberedTests(root);
  return {
    counts: [count('threats', threatNames, tests), count('escapes', escapeNames, tests)].join('\n'),
    threats: table('threat', threatNames, tests),
    escapes: table('escape', escapeNames, tests),
  };
}

type Names = Readonly<Record<string, string>>;

/** Numbers that no test carries and no reason excuses, that both do, or that nobody has named. */
export function gaps(root: string): string[] {
  const tests = numberedTests(root);
  const names: Names = { ...threatNames, ...escapeNames };
  const tested = new Set(tests.flatMap(({ numbers }) => numbers));
  return [
    ...Object.keys(names)
      .filter((number) => tested.has(number) === number in reasons)
      .map((number) => `${number}: ${tested.has(number) ? 'tested, and excused' : 'no test, no reason'}`),
    ...[...tested, ...Object.keys(reasons)]
      .filter((number) => !(number in names))
      .map((number) => `${number}: there is no such number`),
  ];
}

function count(kind: string, names: Names, tests: readonly NumberedTest[]): string {
  const numbers = Object.keys(names);
  const have = (some: readonly NumberedTest[]): number =>
    numbers.filter((number) => some.some((each) => each.numbers.includes(number))).length;
  const succeeded = have(tests.filter((each) => each.succeeded));
  return `- Of ${numbers.length} ${kind}, ${have(tests)} have a test; ${succeeded} of them were seen to succeed with a defence left out.`;
}

function table(kind: string, names: Names, tests: readonly NumberedTest[]): string {
  const rows = Object.entries(names).map(([number, name]) => {
    const mine = tests.filter((each) => each.numbers.includes(number));
    const seen = filesOf(mine.filter((each) => each.succeeded));
    const held = filesOf(mine).filter((file) => !seen.includes(file));
    const excuse = (reasons as Names)[number] ?? '';
    return `| ${number} | ${name} | ${links(seen)} | ${links(held) || excuse} |`;
  });
  return [
    `| | ${kind} | succeeds first, then held off, in | held off in, or why not tested |`,
    '|---|---|---|---|',
    ...rows,
  ].join('\n');
}

const filesOf = (tests: readonly NumberedTest[]): string[] => [...new Set(tests.map(({ file }) => file))];

const links = (files: readonly string[]): string =>
  files.map((file) => `[${file.replace(/^__tests__\/|\.test\.ts$/g, '')}](../${file})`).join(', ');
