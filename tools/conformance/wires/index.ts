import type { Original } from '../original.ts';
import { chat } from './chat.ts';
import type { WireReader } from './wire-reader.ts';

export const readers: Record<Original['wire'], WireReader> = { chat, messages: chat, responses: chat };
