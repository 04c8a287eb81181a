import { json } from '../sections/json.ts';
import { speak } from '../sections/speak.ts';
import type { Codec } from './codec.ts';

/** Calls travel as one JSON object in an answer: the parameters of one tool. */
export const jsonObject: Codec<'json-object'> = {
  name: 'json-object',
  speak: (data) => speak(data, json),
};
