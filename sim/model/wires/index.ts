import { chat } from './chat.ts';
import { messages } from './messages.ts';
import { responses } from './responses.ts';
import type { Wire } from './wire.ts';

/** By path, without what follows a question mark. */
export const wires: Readonly<Record<string, Wire>> = {
  '/v1/chat/completions': chat,
  '/v1/messages': messages,
  '/v1/responses': responses,
};
