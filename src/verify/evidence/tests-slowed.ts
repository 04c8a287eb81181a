import { anyOf } from '../source/any-of.ts';
import { isTestSettings } from '../source/paths.ts';
import type { Case, Side } from '../source/side.ts';
import { collapse } from '../source/titles.ts';
import type { Evidence, Finding } from './finding.ts';
import type { Review } from './review.ts';
import { gains, type Trace } from './traces.ts';
import { counted } from './words.ts';

const kind = 'tests-slowed';

/** Waits for a time rather than for a thing. A wait of zero only lets others go first. */
const sleep = anyOf(
  '',
  /\bsetTimeout\(\s*(?:resolve|res|r|done|ok|next|f|fn|cb)\s*,(?!\s*0\s*\))/,
  /\bawait\s+(?:\w+\.)?(?:setTimeout|sleep|delay|wait|pause|timeout)\((?!\s*0\s*[,)])/,
  /(?<![.\w]|def |func |function )(?:time\.|asyncio\.|trio\.|anyio\.|gevent\.|Thread\.|TimeUnit\.\w+\.|thread::|tokio::time::|task::)?(?:u?sleep|sleep_ms|sleep_for)\((?!\s*0\s*\))/,
  /\btime\.Sleep\(|\bThread\.Sleep\(|\bTask\.Delay\(|\bwaitForTimeout\(|\bcy\.wait\(\s*\d/,
  /^\s*sleep\s+[\d.]+|\bThread\.sleep\b/,
);

/** What says how long a test may take; the first group found is the number. */
const timeouts = [
  /\b(?:jest|vi|this|t|test)\.(?:setTimeout|setConfig|timeout)\(\s*([\d_.]+)/,
  /\b(?:testTimeout|hookTimeout|timeout|defaultTimeout|actionTimeout|navigationTimeout|defaultCommandTimeout|default_timeout|slow-timeout|faulthandler_timeout)\b["']?\s*[:=]\s*["']?([\d_.]+)/,
  /^\s*\}\s*,\s*([\d_]{3,})\s*\)/,
  /@pytest\.mark\.timeout\(\s*(?:timeout\s*=\s*)?([\d_.]+)|--(?:timeout|testTimeout|test-timeout)[= ]\s*([\d_.]+)/,
  /@Timeout\(\D{0,30}([\d_]+)|\btimeout\s*=\s*([\d_]+)|\[(?:Timeout|MaxTime|CancelAfter)\(\s*([\d_]+)/,
  /-timeout[= ]\s*([\d.]+)/,
];

export const testsSlowed: Evidence = {
  kind,
  look: (review) => [...sleeps(review), ...longer(review)],
};

function sleeps({ files }: Review): Finding[] {
  const traces = (side: Side): Trace[] =>
    side.test
      ? linesOf(side.code)
          .filter((line) => sleep.test(line))
          .map((line) => ({ line: collapse(line), weight: 1 }))
      : [];
  return gains(files, traces).map(({ path, count }) => ({
    kind,
    path,
    count,
    sentence: `${path} sleeps in ${counted(count, 'more place')}.`,
  }));
}

/** A new test may take the time it needs; one that was there, or all of them, may not without a word. */
function longer({ files, cases: { added } }: Review): Finding[] {
  const fresh = Map.groupBy(added, ({ path }) => path);
  const traces = (side: Side): Trace[] =>
    side.test || isTestSettings(side.path) ? timeoutsIn(side, fresh.get(side.path) ?? []) : [];
  const standing = files.filter(({ before }) => before !== null);
  return gains(standing, traces).map(({ path, count }) => ({
    kind,
    path,
    count,
    sentence: `${path} gives tests more time in ${counted(count, 'place')}.`,
  }));
}

function timeoutsIn(side: Side, fresh: readonly Case[]): Trace[] {
  const own = side.test && !isTestSettings(side.path);
  return linesOf(without(own ? side.code : side.spoken, own ? fresh : [])).flatMap((line) => {
    const found = timeouts.map((form) => form.exec(line)).find((match) => match !== null);
    const number = Number((found?.slice(1).find((group) => group !== undefined) ?? '0').replaceAll('_', ''));
    return number > 0 ? [{ line: collapse(line), weight: number }] : [];
  });
}

/** The code without some of its tests. */
function without(code: string, cases: readonly Case[]): string {
  let kept = '';
  let at = 0;
  for (const { start, end } of cases) {
    if (start < at) continue;
    kept += `${code.slice(at, start)}\n`;
    at = end;
  }
  return kept + code.slice(at);
}

const linesOf = (code: string): string[] => code.split('\n').map((line) => line.slice(0, 1000));
