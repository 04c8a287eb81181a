import type { Message, Prompt } from '../../../core/model.ts';
import { fill } from '../../../text/template.ts';
import type { Strategy } from './strategy.ts';

/** One request for notes of all but the end, behind the conversation, which stays in the cache, or with it as one text. */
export const summariseTailKeep: Strategy<'summarise-tail-keep'> = {
  name: 'summarise-tail-keep',
  answers: 1,
  ask({ request, scribe }, { at, conversation, older }) {
    const asked: Message = { role: 'user', text: fill(request, { again: at.notes.length > 0 }).trim() };
    const prompt = conversation(older);
    if (scribe === null) return { ...prompt, messages: [...prompt.messages, asked] };
    return apart(prompt, scribe, asked.text);
  },
};

/** Without tools. */
function apart({ messages, ...rest }: Prompt, scribe: string, asked: string): Prompt {
  const lines = messages.filter(({ role }) => role !== 'system').map(line);
  return {
    ...rest,
    tools: [],
    messages: [
      { role: 'system', text: scribe },
      { role: 'user', text: `<conversation>\n${lines.join('\n')}\n</conversation>\n\n${asked}` },
    ],
  };
}

/** A message as one line of JSON, in which no `<` is left: it ends nothing and spells no control word. */
function line(message: Message): string {
  return JSON.stringify(shown(message)).replaceAll('<', '\\u003c');
}

function shown(message: Message): object {
  if (message.role !== 'assistant') return { role: message.role, text: message.text };
  const text = message.items.flatMap((item) => (item.kind === 'text' ? [item.text] : [])).join('\n');
  const calls = message.items.flatMap((item) =>
    item.kind === 'call' ? [{ name: item.name, args: item.args }] : [],
  );
  return { role: message.role, text, ...(calls.length > 0 && { calls }) };
}
