import { OiError } from '../core/errors.ts';
import type { Harness } from '../core/harness.ts';
import { last } from '../core/session.ts';
import type { Codec } from './codecs/codec.ts';
import { codecs } from './codecs/index.ts';
import type { CodecData, HarnessData } from './data.ts';

/** Data and the code that they name, put together. */
export function toHarness(data: HarnessData): Harness {
  const codec = codecs.find(({ name }) => name === data.codec.name) as Codec<CodecData['name']> | undefined;
  if (!codec) {
    throw new OiError(
      'harness.invalid',
      `The harness ${data.id} was made for another version: there is no codec ${data.codec.name}.`,
      'Build it anew with this version.',
    );
  }
  const { encode, next } = codec.speak(data);
  return {
    id: data.id,
    wires: data.wires,
    tools: [...new Set(data.tools.map(({ tool }) => tool))],
    watchesRepeats: data.codec.name === 'tool-calls' && data.codec.repeats !== null,
    encode(entries) {
      const prompt = encode(entries);
      const { wire = 'chat' } = last(entries, 'harness.chosen') ?? {};
      return { ...prompt, options: { ...data.options[wire], ...prompt.options }, parts: data.parts };
    },
    next,
  };
}
