import { type Finding, isMissing, passed, type Verdict } from '../core/check.ts';
import type { Handover } from '../core/handover.ts';
import { neutral } from '../text/neutral.ts';
import { asCode } from './words.ts';

const mostFindings = 20;

/** What weakens the evidence comes first: a reviewer reads the top. */
export function lookClosely(findings: readonly Finding[]): string {
  if (findings.length === 0) return '';
  const shown = findings
    .slice(0, mostFindings)
    .map(({ path, sentence }) => `> - ${asCode(path)}: ${neutral(sentence.replace(/\s+/g, ' '))}`);
  const rest = findings.length - shown.length;
  return [
    '> [!WARNING]',
    '> **Look closely:** this change touches what its own checks prove.',
    ...shown,
    ...(rest > 0 ? [`> - and ${rest} more`] : []),
  ].join('\n');
}

/** The repository's own checks before and after, as this action ran them: never what the agent says it ran. */
export function proved({ verdicts, checked }: Handover): string {
  if (verdicts.length === 0)
    return `**Proved**: nothing, since no check was run. ${neutral(checked)}`.trimEnd();
  const table = ['| check | before | after |', '|---|---|---|', ...verdicts.map(row)];
  return ['**Proved**', neutral(checked), table.join('\n')].join('\n\n');
}

function row({ check, before, after, scripts }: Verdict): string {
  const behind = scripts.length > 0 ? `<br>changed behind it: ${scripts.map(cell).join(', ')}` : '';
  return `| ${cell(check.command)}${behind} | ${before ? ran(before, true) : 'not run'} | ${ran(after, !before || isMissing(before))} |`;
}

const cell = (text: string): string => asCode(text.replace(/\s+/g, ' ').slice(0, 200)).replaceAll('|', '\\|');

/** A program that is missing is nobody's failure, unless it was there before the change. */
function ran({ code, killed, milliseconds }: Verdict['after'], maybeMissing: boolean): string {
  if (maybeMissing && isMissing({ code })) return '➖ cannot run here (exit 127)';
  const end = killed === 'timeout' ? 'timed out' : killed ? 'killed' : `exit ${code}`;
  return `${passed({ code }) ? '✅' : '❌'} ${end}, ${(milliseconds / 1000).toFixed(1)} s`;
}
