import { anyOf } from '../source/any-of.ts';
import type { Side } from '../source/side.ts';
import { collapse } from '../source/titles.ts';
import type { Evidence } from './finding.ts';
import { gains, type Trace } from './traces.ts';
import { counted } from './words.ts';

const kind = 'rules-disabled';

/** Said in a comment. */
const inComments = anyOf(
  'i',
  /\beslint-disable\b|\bbiome-ignore\b|\boxlint-disable\b|\btslint:disable\b/,
  /\bjshint\s+(?:ignore|\w+:false)|@ts-(?:ignore|expect-error|nocheck)\b|\bdeno-lint-ignore\b/,
  /\bstylelint-disable\b|#\s*(?:ruff|flake8)?:?\s*noqa\b|\btype:\s*ignore\b/,
  /\b(?:pyright|mypy|pyre|pytype|ty):\s*(?:ignore|basic|disable)/,
  /\bpylint:\s*(?:disable|skip-file)|\bnosec\b|\bnosonar\b|\/\/\s*nolint\b/,
  /\bNOLINT(?:NEXTLINE|BEGIN)?\b|\/\/#nosec|\brubocop:(?:disable|todo)\b|\bstandard:disable\b/,
  /\bswiftlint:disable\b|\bktlint-disable\b|\bnoinspection\b|@phpstan-ignore|@psalm-suppress/,
  /\bphpcs:(?:ignore|disable)|\bCHECKSTYLE[:.]OFF\b|\bshellcheck\s+disable\b/,
  /\bhadolint\s+ignore\b|\bcredo:disable\b|@dialyzer\b|\b(?:istanbul|c8|v8)\s+ignore\b/,
  /\bpragma:\s*no\s*(?:cover|branch)|\bLCOV_EXCL|:nocov:|\bcov(?:erage)?:\s*ignore\b/,
  /\bignore:\s*\w+_\w+|\bcSpell:disable/,
);
/** Said in code. */
const inCode = anyOf(
  '',
  /#!?\[\s*(?:allow|expect)\(|#!?\[\s*cfg_attr\([^\]]*\ballow\(/,
  /^\s*#\s*pragma\s+(?:warning\s+disable|(?:GCC|clang)\s+diagnostic\s+ignored|warning\s*\(\s*disable)/,
  /@(?:file:)?Suppress(?:Warnings)?\b|\[(?:assembly:\s*)?SuppressMessage\b/,
  /@SuppressFBWarnings\b|@dialyzer\b|@ExcludeFromCoverage|#\[CodeCoverageIgnore/,
);

/** Lines that tell a linter, type checker or coverage to look away. */
export const rulesDisabled: Evidence = {
  kind,
  look: ({ files }) =>
    gains(files, traces).map(({ path, count }) => ({
      kind,
      path,
      count,
      sentence: `${counted(count, 'more line')} of ${path} ${count === 1 ? 'tells' : 'tell'} a linter, type checker or coverage to look away.`,
    })),
};

function traces({ language, comments, code, text }: Side): Trace[] {
  if (!language) return [];
  const [said, coded, whole] = [comments, code.replaceAll('\v', '\n'), text].map((view) => view.split('\n'));
  return (whole ?? []).flatMap((line, index) => {
    const found =
      inComments.test((said?.[index] ?? '').slice(0, 2000)) ||
      inCode.test((coded?.[index] ?? '').slice(0, 2000));
    return found ? [{ line: collapse(line), weight: 1 }] : [];
  });
}
