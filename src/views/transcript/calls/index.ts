import type { Call, ToolResult } from '../../../core/tool.ts';
import type { Place } from '../place.ts';
import { exec, input, poll, stop, terminal } from './command.ts';
import { patch, replace, splice, write } from './edit.ts';
import { glob, grep, list, read } from './look.ts';
import { other } from './other.ts';
import type { Show, Shown } from './shown.ts';
import { finish, todo } from './words.ts';

/** How the calls of each tool are told. What is not in here is told as its JSON. */
const tools: ReadonlyMap<string, Show> = new Map([
  ['exec', exec],
  ['poll', poll],
  ['input', input],
  ['stop', stop],
  ['terminal', terminal],
  ['read', read],
  ['write', write],
  ['replace', replace],
  ['splice', splice],
  ['patch', patch],
  ['list', list],
  ['glob', glob],
  ['grep', grep],
  ['todo', todo],
  ['finish', finish],
]);

export const shows = (call: Call, result: ToolResult | null, at: Place): Shown =>
  (tools.get(call.tool) ?? other)(call, result, at);
