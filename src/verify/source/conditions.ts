import type { Runs } from './blocks.ts';

const condition = /\b(?:if|else|elif|elsif|unless|when|case|switch|except|catch|rescue)\b|&&|\|\||\?/;
const longest = 500;

/** Whether a statement that ends a test is reached always or only where its line, or the one that opens its block, says so. */
export function stopsWhen(code: string, at: number): Runs {
  const before = code.slice(Math.max(0, at - longest), at);
  const newline = before.lastIndexOf('\n');
  const after = /^[^\n]*/.exec(code.slice(at, at + longest))?.[0] ?? '';
  const line = before.slice(newline + 1);
  if (condition.test(line) || /\b(?:if|unless)\b/.test(after)) return 'sometimes';
  const above = before.slice(0, Math.max(0, newline)).trimEnd();
  const opening = above.slice(above.lastIndexOf('\n') + 1);
  return condition.test(opening) && indent(opening) < line.length ? 'sometimes' : 'never';
}

const indent = (line: string): number => line.length - line.trimStart().length;
