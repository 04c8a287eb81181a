import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defences } from '../../../__tests__/support/defences.ts';
import type { HostileScript } from '../../../__tests__/support/oracle/script.ts';
import { played } from '../../../__tests__/support/oracle/scripts.ts';

/** `succeeded`: the test sees the attack succeed where the defence is left out, before it sees it fail. */
export type NumberedTest = { file: string; numbers: readonly string[]; succeeded: boolean };

/** Every test that carries a number: `T49: …`, `escape 15: …`, `escapes 18, 19: …`, and what the tables of two files play. */
export function numberedTests(root: string): NumberedTest[] {
  const files = readdirSync(join(root, '__tests__'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .sort();
  return [
    ...files.flatMap((file) =>
      testsIn(`__tests__/${file}`, readFileSync(join(root, '__tests__', file), 'utf8')),
    ),
    ...Object.entries(played).flatMap(([name, scripts]) =>
      scripts.flatMap((script) => numberedScripts(`__tests__/security/${name}.test.ts`, script)),
    ),
    ...defences.map(({ shows }) => ({
      file: '__tests__/security/defences.test.ts',
      numbers: shows,
      succeeded: true,
    })),
  ];
}

function numberedScripts(file: string, { shows, without }: HostileScript): NumberedTest[] {
  const against = without ? (without.against ?? shows) : [];
  return [
    { file, numbers: against, succeeded: true },
    { file, numbers: shows.filter((number) => !against.includes(number)), succeeded: false },
  ];
}

const title =
  /\btest\(\s*(['"`])(?:\$\{\w+\}: )?((?:T\d\d|escapes? \d+|\d+)(?:, (?:T\d\d|escapes? \d+|\d+))*): /;

/** How a test says that it leaves a defence out, in its code or in words. */
const leavesOut =
  /\battack\(|\bdisarmed(?:Action|Module)\(|\bunguarded\b|(?<!const )\bwithout\b(?!: new Set|\()/i;

function testsIn(file: string, text: string): NumberedTest[] {
  return text.split(/(?=^\s*test\()/m).flatMap((body) => {
    const listed = title.exec(body)?.[2];
    if (listed === undefined) return [];
    return [{ file, numbers: numbersOf(listed), succeeded: leavesOut.test(body.replace(/^.*/m, '')) }];
  });
}

const numbersOf = (listed: string): string[] =>
  listed.split(', ').map((each) => (each.startsWith('T') ? each : `E${each.replace(/^escapes? /, '')}`));
