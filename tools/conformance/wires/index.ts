import type { Original } from '../original.ts';
import { chat } from './chat.ts';
import { messages } from './messages.ts';
import { responses } from './responses.ts';
import type { WireReader } from './wire-reader.ts';

export const readers: Record<Original['wire'], WireReader> = { chat, messages, responses };
