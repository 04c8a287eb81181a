import type { World } from '../core/world.ts';

/** What an agent can do: before a model is asked, nothing of it is loaded. */
export const tools: World['tools'] = async () => (await import('../tools/index.ts')).tools;
