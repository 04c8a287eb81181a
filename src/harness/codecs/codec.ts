import type { Harness } from '../../core/harness.ts';
import type { Prompt } from '../../core/model.ts';
import type { Entry } from '../../core/session.ts';
import type { CodecData, HarnessData } from '../data.ts';
import type { Pick } from '../messages.ts';

/** A harness's data whose codec is the one of that name. */
export type DataFor<Name extends CodecData['name']> = HarnessData & {
  codec: Extract<CodecData, { name: Name }>;
};

/** How calls travel: puts the log into a prompt, and reads from the last reply what comes next. */
export type Codec<Name extends CodecData['name']> = {
  name: Name;
  speak(data: DataFor<Name>): Speech;
};

/** Knows nothing of compactions: the log is without what was said in them, and `pick` says which turns are told. */
export type Speech = {
  encode(entries: readonly Entry[], pick?: Pick): Prompt;
  next: Harness['next'];
};
