import { isTestSettings } from '../source/paths.ts';
import type { Side } from '../source/side.ts';
import { collapse } from '../source/titles.ts';
import type { Evidence } from './finding.ts';
import { gains, type Trace } from './traces.ts';
import { counted } from './words.ts';

const kind = 'tests-retried';

/** In code of tests; the group is how often, where it is said. An option counts beside a test: a client may retry, too. */
const inTests = [
  /\bjest\.retryTimes\(\s*(\d+)/,
  /(?:\b(?:this|describe|it|test)|\))\.retries\(\s*(\d+)/,
  /(?:\b(?:it|test|describe|suite|configure|specify)\b[^\n]*\(|^\s*\}\s*,\s*\{)[^\n]*\b(?:retry|retries|repeats|flaky)\b\s*:\s*(\d+)?/,
  /@pytest\.mark\.flaky\b(?:.*?reruns\s*=\s*(\d+))?|@flaky\b/,
  /@(?:Retry|RetryingTest|RepeatedIfExceptionsTest|Flaky)\b(?:\D*(\d+))?|\[Retry(?:Fact|Theory)?\b(?:\D*(\d+))?/,
  /\bretryAnalyzer\s*=|^\s*(?:x|f)?(?:it|scenario|specify)\b.*\bretry:\s*(\d+)/,
];
/** In runners' settings and commands. */
const inSettings = [
  /(?<![\w-])["']?(?:retries|retry|retry_count|retryTimes)\b["']?\s*[:=][^,\n]*?(\d+)/,
  /--(?:retries|retry|reruns|flake-attempts|rerun-fails)[= ]\s*(\d+)/,
  /\b(?:rerunFailingTestsCount|maxRetries)\D*(\d+)/,
];

/** A test that may fail and try again passes for reasons of its own. */
export const testsRetried: Evidence = {
  kind,
  look: ({ files }) =>
    gains(files, traces).map(({ path, count }) => ({
      kind,
      path,
      count,
      sentence: `${path} lets tests try again in ${counted(count, 'more place')}, or more often.`,
    })),
};

function traces(side: Side): Trace[] {
  const settings = isTestSettings(side.path);
  if (!side.test && !settings) return [];
  const text = settings ? side.spoken : side.code;
  return text.split('\n').flatMap((whole) => {
    const line = whole.slice(0, 1000);
    const found = (settings ? inSettings : inTests)
      .map((form) => form.exec(line))
      .find((match) => match !== null);
    const times = Number(found?.slice(1).find((group) => group !== undefined) ?? 1);
    return found && times > 0 ? [{ line: collapse(line), weight: times }] : [];
  });
}
