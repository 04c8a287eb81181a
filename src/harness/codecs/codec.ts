import type { Harness } from '../../core/harness.ts';
import type { CodecData, HarnessData } from '../data.ts';

/** A harness's data whose codec is the one of that name. */
export type DataFor<Name extends CodecData['name']> = HarnessData & {
  codec: Extract<CodecData, { name: Name }>;
};

/** How calls travel: puts the log into a prompt, and reads from the last reply what comes next. */
export type Codec<Name extends CodecData['name']> = {
  name: Name;
  speak(data: DataFor<Name>): Pick<Harness, 'encode' | 'next'>;
};
