import type { Message, Prompt } from '../../../core/model.ts';
import { fill } from '../../../text/template.ts';
import { unclosed } from '../notes.ts';
import type { Strategy } from './strategy.ts';

/** How many characters of the newest message are shown to whoever asks. */
const newestChars = 10_000;

/** Three requests: for notes, for questions of one who sees only the task and these notes, and for answers to them. */
export const handoffQa: Strategy<'handoff-qa'> = {
  name: 'handoff-qa',
  answers: 3,
  ask(told, { at, conversation, all, said: [summary, questions] }) {
    const prompt = conversation(all);
    const first = user(fill(told.request, {}));
    if (summary === undefined) return { ...prompt, messages: [...prompt.messages, first] };
    if (questions === undefined) {
      const around = { task: taskOf(prompt), newest: newestOf(conversation(() => at.turns.slice(-1))) };
      const text = fill(told.questions, { ...around, summary: unclosed(summary, told.questions) });
      return { ...prompt, tools: [], messages: [...prompt.messages.filter(isSystem), user(text)] };
    }
    const answers = user(fill(told.answers, { questions: unclosed(questions, told.answers) }));
    const noted: Message = { role: 'assistant', items: [{ kind: 'text', text: summary }] };
    return { ...prompt, messages: [...prompt.messages, first, noted, answers] };
  },
};

const user = (text: string): Message => ({ role: 'user', text: text.trim() });
const isSystem = ({ role }: Message): boolean => role === 'system';

/** What opened the conversation. */
function taskOf({ messages }: Prompt): string {
  const rest = messages.filter((message) => !isSystem(message));
  const end = rest.findIndex(({ role }) => role !== 'user');
  return texts(end < 0 ? rest : rest.slice(0, end)).join('\n\n');
}

const newestOf = ({ messages }: Prompt): string =>
  (texts(messages.filter(({ role }) => role === 'user' || role === 'tool')).at(-1) ?? '').slice(-newestChars);

const texts = (messages: readonly Message[]): string[] =>
  messages.flatMap((message) => ('text' in message ? [message.text] : []));
