import { parsePackageJson } from '../ecosystems/package-json.ts';
import { anyOf } from '../source/any-of.ts';
import { isTestSettings } from '../source/paths.ts';
import type { Case, Side } from '../source/side.ts';
import { collapse } from '../source/titles.ts';
import type { Evidence, Finding } from './finding.ts';
import type { Review } from './review.ts';
import { gains, type Trace } from './traces.ts';
import { counted, named } from './words.ts';

const kind = 'outcome-forged';

/** Ends the process as if all were well. */
const exits = anyOf(
  '',
  /\b(?:process|Deno)\.exit\(\s*0?\s*\)|\bprocess\.exitCode\s*=\s*0\b|\bprocess\.reallyExit\(/,
  /\bos\._exit\(\s*0?\s*\)|\bsys\.exit\(\s*0?\s*\)|\bpytest\.exit\(|\bos\.Exit\(\s*0\s*\)/,
  /\bprocess::exit\(\s*0\s*\)|\bSystem\.exit\(\s*0\s*\)|\bEnvironment\.Exit\(\s*0\s*\)/,
  /^\s*exit!?\s*(?:\(?\s*0\s*\)?)\s*;?$/,
);

/** Rewrites what the runner reports, or what an assertion does. */
const reports = anyOf(
  '',
  /\bdef pytest_(?:runtest_makereport|sessionfinish|collection_modifyitems|runtest_protocol|runtest_call|pyfunc_call|report_teststatus|ignore_collect)\b/,
  /\bexitstatus\s*=|\.outcome\s*=|\b(?:assert|expect|TestCase|unittest|Assert)\.\w+\s*=(?!=)/,
  /\b(?:global|globalThis|window)\.(?:expect|assert|it|test|describe)\s*=(?!=)/,
  /\bsetattr\(\s*(?:pytest|unittest|\w*TestCase)\b|\bat_exit\b/,
  /\batexit\.register\(/,
);

/** A command that ends well whatever it ran. */
const endsWell = /(?:\|\||;)\s*(?:true|:|exit 0)\s*\\?$|^[\w:-]+: (?:exit 0|true|:|echo\b[^&|;]*)$/;

/** Swallows what fails. */
const swallows = anyOf(
  'gm',
  /\bcatch\b\s*(?:\([^()]*\))?\s*\{\s*\}|\bexcept\b[^:\n]*:\s*(?:pass|\.\.\.)\s*$/,
  /\bcontextlib\.suppress\(|\.catch\(\s*\(\w*\)\s*=>\s*(?:\{\s*\}|undefined|null)\s*\)/,
  /\brescue\b[^\n;]*;?\s*nil\b|\brescue\s*=>?\s*\w*\s*;?\s*end\b/,
);

/** A command may end as it likes. */
const commandLine =
  /(?:^|\/)(?:bin|cli|cmd|scripts?|tools?|examples?)\/|(?:^|\/)(?:cli|__main__|manage)\.\w+$/i;

/** Code that decides what a runner reports, whatever the tests find. */
export const outcomeForged: Evidence = {
  kind,
  look: (review) => [...verdicts(review), ...swallowed(review)],
};

function verdicts({ files }: Review): Finding[] {
  return gains(files, traces).map(({ path, count }) => ({
    kind,
    path,
    count,
    sentence: `${path} can end or bend the tests' verdict by itself in ${counted(count, 'more place')}.`,
  }));
}

function traces({ path, language, test, code, spoken }: Side): Trace[] {
  const near = test || isTestSettings(path);
  if (!language || (!near && commandLine.test(path))) return [];
  if (/\.json$|(?:^|\/)(?:(?:gnu)?makefile|justfile)$|\.ini$/i.test(path)) return commandTraces(path, spoken);
  const said = spoken.split('\n');
  return code
    .replaceAll('\v', '\n')
    .split('\n')
    .flatMap((line, index) => {
      const words = line.slice(0, 1000);
      const atExit = /\bprocess\.on\(/.test(words) && /\(\s*["']exit["']/.test(said[index] ?? '');
      const found = exits.test(words) || (near && (atExit || reports.test(words)));
      return found ? [{ line: collapse(line), weight: 1 }] : [];
    });
}

function commandTraces(path: string, spoken: string): Trace[] {
  if (!isTestSettings(path)) return [];
  const scripts = path.endsWith('.json') ? parsePackageJson(spoken)?.scripts : null;
  const lines = scripts ? [...scripts].map(([name, script]) => `${name}: ${script}`) : spoken.split('\n');
  return lines.filter((line) => endsWell.test(line)).map((line) => ({ line: collapse(line), weight: 1 }));
}

/** Tests that were there and now pass over what fails in them. */
function swallowed({ cases: { pairs } }: Review): Finding[] {
  const more = pairs.flatMap(({ before, after }) => {
    const count = swallowsIn(after) - swallowsIn(before);
    return count > 0 ? [{ path: after.path, title: after.title, count }] : [];
  });
  return [...Map.groupBy(more, ({ path }) => path)].map(([path, tests]) => {
    const count = tests.reduce((sum, test) => sum + test.count, 0);
    const names = named(tests.map(({ title }) => title));
    return {
      kind,
      path,
      count,
      sentence: `${path} swallows failures in ${counted(count, 'more place')}${names}.`,
    };
  });
}

const swallowsIn = ({ code }: Case): number => code.match(swallows)?.length ?? 0;
