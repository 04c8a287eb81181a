import type { CodecData } from '../data.ts';
import type { Codec } from './codec.ts';

type Name = CodecData['name'];

/** Every codec that a harness can name. The one that it names is loaded: a run needs no other. */
export const codecs: { readonly [N in Name]: () => Promise<Codec<N>> } = {
  commands: async () => (await import('./commands.ts')).commands,
  fenced: async () => (await import('./fenced.ts')).fenced,
  'json-object': async () => (await import('./json-object.ts')).jsonObject,
  'tool-calls': async () => (await import('./tool-calls.ts')).toolCalls,
  'xml-sections': async () => (await import('./xml-sections.ts')).xmlSections,
};
