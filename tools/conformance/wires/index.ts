import type { Agent } from '../agent.ts';
import { chat } from './chat.ts';
import { messages } from './messages.ts';
import { responses } from './responses.ts';
import type { WireReader } from './wire-reader.ts';

export const readers: Record<Agent['wire'], WireReader> = { chat, messages, responses };
