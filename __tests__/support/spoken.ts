import type { Turn } from '../../sim/model/index.ts';
import type { Json, JsonObject } from '../../src/core/json.ts';
import type { HarnessData, ToolFace } from '../../src/harness/data.ts';

/** How a model speaks in a harness. */
export type Spoken = {
  /** Runs commands, as many at once as the form has room for. */
  run(...commands: string[]): Turn;
  /** Ends the work, where it may be told twice. */
  done: Turn;
};

/** Read from the harness's own data. Null for one whose model runs no commands in a form that is known here. */
export function spokenIn({ codec, tools }: HarnessData): Spoken | null {
  const shell = tools.find(({ tool }) => tool === 'exec');
  switch (codec.name) {
    case 'tool-calls': {
      if (!shell) return null;
      const run = (...commands: string[]): Turn => ({
        calls: commands.map((command) => call(shell, command)),
      });
      return { run, done: codec.sentinel === null ? { text: 'Done' } : run(submit(codec.sentinel)) };
    }
    case 'fenced': {
      const run = (command = ''): Turn => ({ text: `\`\`\`${codec.label}\n${command}\n\`\`\`` });
      return { run, done: run(submit(codec.sentinel)) };
    }
    case 'commands': {
      const run = (command = ''): Turn => ({ text: `\`\`\`\n${command}\n\`\`\`` });
      const end = Object.values(codec.commands).find(({ finish }) => finish);
      return end ? { run, done: { text: `Done\n\n${run(end.usage).text}` } } : null;
    }
    case 'json-object': {
      const answer = (typed: readonly string[], complete: boolean): Turn => {
        const { parameter, text } = codec.commands;
        const commands = typed.map((command) => ({ [text]: `${command}\n` }));
        const filled = requiredOf(tools.find(({ name }) => name === codec.tool)?.parameters ?? {});
        return { text: JSON.stringify({ ...filled, [parameter]: commands, [codec.complete]: complete }) };
      };
      return { run: (...commands) => answer(commands, false), done: answer([], true) };
    }
    default:
      return null;
  }
}

const submit = (sentinel: string): string => `echo ${sentinel}; echo Done`;

/** A call of the shell, with something in every other parameter that it has to have. */
function call({ name, args, parameters }: ToolFace, command: string): { name: string; args: JsonObject } {
  const isCommand = ([, to]: [string, ToolFace['args'][string]]): boolean =>
    (typeof to === 'string' ? to : to.to) === 'command';
  const [parameter = ''] = Object.entries(args).find(isCommand) ?? [];
  return { name, args: { ...requiredOf(parameters), [parameter]: command } };
}

function requiredOf({ required = [], properties }: JsonObject): JsonObject {
  const types = properties as { [name: string]: { type?: Json } };
  return Object.fromEntries(
    (required as string[]).map((name) => [name, types[name]?.type === 'string' ? 'x' : 1]),
  );
}
