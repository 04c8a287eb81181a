import { fill } from '../../text/template.ts';
import type { CommandData, CommandsData } from '../data.ts';
import { isBlocked } from './blocked.ts';
import { shellWords } from './shell-words.ts';
import { matchUsage } from './usage.ts';

/** What a block asks for: the tools by the harness's names and whether it ends the work, or what is wrong with it. */
export type Order =
  | {
      kind: 'tools';
      tools: readonly string[];
      instead: NonNullable<CommandData['instead']>;
      finish: boolean;
      args: { readonly [parameter: string]: string };
    }
  | { kind: 'wrong'; why: string };

/** Reads a block as a command of the table. What begins with no command's name is for the shell, whatever it is. */
export function readCommand({ commands, otherwise, blocked }: CommandsData, block: string): Order {
  const text = block.replace(/\n$/, '');
  if (blocked && isBlocked(blocked, text)) {
    return { kind: 'wrong', why: fill(blocked.template, { action: text.trim() }) };
  }
  const name = /^\s*(\S*)/.exec(text)?.[1] ?? '';
  const known = Object.values(commands).filter(({ usage }) => usage.split(/\s/)[0] === name);
  if (name === '') return { kind: 'wrong', why: 'The block is empty.' };
  if (known.length === 0) {
    const args = { [otherwise.parameter]: text };
    return { kind: 'tools', tools: [otherwise.tool], instead: {}, finish: false, args };
  }
  const { first, below } = firstCommand(text.trimStart());
  const words = shellWords(first);
  for (const command of known) {
    const args = words && matchUsage(command.usage, words);
    if (args) return withLines(command, args, below);
  }
  return { kind: 'wrong', why: `It is written so:\n${known.map(written).join('\n')}` };
}

/** Up to the end of the line, but for ends of lines in quotes; where a quote is not closed, the line. */
function firstCommand(text: string): { first: string; below: string[] } {
  const whole = /^(?:[^\n'"\\]|\\[\s\S]|'[^']*'|"(?:[^"\\]|\\[\s\S])*")*(?=\n|$)/.exec(text)?.[0];
  const first = whole ?? text.slice(0, `${text}\n`.indexOf('\n'));
  const below = text.slice(first.length + 1);
  return { first, below: below === '' ? [] : below.split('\n') };
}

/** The command with the lines below its first one, which only some commands have. */
function withLines(
  { usage, lines, defaults, tools = [], instead = {}, finish }: CommandData,
  said: { readonly [parameter: string]: string },
  below: readonly string[],
): Order {
  const end = lines ? below.findIndex((line) => line.trimEnd() === lines.until) : -1;
  if (lines && end === -1) {
    return { kind: 'wrong', why: `The line \`${lines.until}\` is missing:\n${written({ usage, lines })}` };
  }
  if (below.slice(end + 1).some((line) => line.trim() !== '')) {
    return { kind: 'wrong', why: 'One block takes one command, and here others follow.' };
  }
  const args = { ...defaults, ...said };
  const text = below.slice(0, Math.max(end, 0)).map((line) => `${line}\n`);
  return {
    kind: 'tools',
    tools,
    instead,
    finish: finish === true,
    args: lines ? { ...args, [lines.parameter]: text.join('') } : args,
  };
}

const written = ({ usage, lines }: Pick<CommandData, 'usage' | 'lines'>): string =>
  lines ? `${usage}\n<${lines.parameter}>\n${lines.until}` : usage;
