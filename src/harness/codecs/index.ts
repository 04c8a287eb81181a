import type { CodecData } from '../data.ts';
import type { Codec } from './codec.ts';
import { commands } from './commands.ts';
import { fenced } from './fenced.ts';
import { jsonObject } from './json-object.ts';
import { toolCalls } from './tool-calls.ts';
import { xmlSections } from './xml-sections.ts';

/** Every codec that a harness can name. */
export const codecs: readonly { [Name in CodecData['name']]: Codec<Name> }[CodecData['name']][] = [
  commands,
  fenced,
  jsonObject,
  toolCalls,
  xmlSections,
];
