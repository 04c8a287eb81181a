import { OiError } from '../core/errors.ts';
import type { Harness } from '../core/harness.ts';
import type { Prompt } from '../core/model.ts';
import { compacting, type Entry, last, withoutCompactions } from '../core/session.ts';
import type { Codec } from './codecs/codec.ts';
import { codecs } from './codecs/index.ts';
import { compactFirst, goOnCompacting } from './compaction/next.ts';
import { requestFor } from './compaction/request.ts';
import type { CodecData, HarnessData } from './data.ts';
import type { Pick } from './messages.ts';
import { filledOptions } from './options.ts';

/** Data and the code that they name, put together. */
export async function toHarness(data: HarnessData): Promise<Harness> {
  const load = codecs[data.codec.name] as (() => Promise<Codec<CodecData['name']>>) | undefined;
  if (!load) {
    throw new OiError(
      'harness.invalid',
      `The harness ${data.id} was made for another version: there is no codec ${data.codec.name}.`,
      'Build it anew with this version.',
    );
  }
  const speech = (await load()).speak(data);
  const encode = (entries: readonly Entry[], pick?: Pick): Prompt => {
    const prompt = speech.encode(entries, pick);
    const { wire = 'chat' } = last(entries, 'harness.chosen') ?? {};
    const options = filledOptions({ ...data.options[wire], ...prompt.options }, entries);
    return { ...prompt, options, parts: data.parts };
  };
  return {
    id: data.id,
    wires: data.wires,
    tools: [...new Set(data.tools.map(({ tool }) => tool))],
    outline: data.outline,
    watchesRepeats: data.codec.name === 'tool-calls' && data.codec.repeats !== null,
    encode(entries) {
      const opened = compacting(entries);
      return opened ? requestFor(data, encode, opened, entries) : encode(withoutCompactions(entries));
    },
    next(entries) {
      const opened = compacting(entries);
      if (opened) return goOnCompacting(data, opened, entries);
      const step = speech.next(withoutCompactions(entries));
      return step.kind === 'ask' ? (compactFirst(data, entries) ?? step) : step;
    },
  };
}
