import type { JsonObject } from '../../core/json.ts';
import type { CommandData, CommandsData } from '../data.ts';
import { readCommand } from './read-command.ts';
import { namesIn, writeUsage } from './usage.ts';

/**
 * A block that asks for one call of a tool, by the harness's name and parameters; null where none would be read as just that.
 */
export function writeCommand(codec: CommandsData, tool: string, args: JsonObject): string | null {
  const { otherwise } = codec;
  const texts = Object.fromEntries(Object.entries(args).map(([name, value]) => [name, String(value)]));
  const commands = Object.values(codec.commands).filter(({ tools }) => tools?.[0] === tool);
  const tries = commands.map((command) => written(command, texts));
  if (otherwise.tool === tool) tries.push(texts[otherwise.parameter] ?? null);
  return tries.find((block) => block !== null && isReadAs(codec, block, tool, texts)) ?? null;
}

type Texts = { readonly [parameter: string]: string };

function written({ usage, lines, defaults = {} }: CommandData, args: Texts): string | null {
  const names = [...namesIn(usage), ...(lines ? [lines.parameter] : [])];
  if (Object.keys(args).some((name) => !names.includes(name))) return null;
  const first = writeUsage(usage, { ...defaults, ...args });
  if (first === null || !lines) return first;
  return `${first}\n${args[lines.parameter] ?? ''}${lines.until}`;
}

function isReadAs(codec: CommandsData, block: string, tool: string, args: Texts): boolean {
  const order = readCommand(codec, block);
  if (order.kind === 'wrong' || order.finish || order.tools[0] !== tool) return false;
  return Object.entries(args).every(([name, value]) => order.args[name] === value);
}
