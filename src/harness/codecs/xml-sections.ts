import { speak } from '../sections/speak.ts';
import { xml } from '../sections/xml.ts';
import type { Codec } from './codec.ts';

/** Calls travel as sections in tags of one tag in an answer: the parameters of one tool, as raw text. */
export const xmlSections: Codec<'xml-sections'> = {
  name: 'xml-sections',
  speak: (data) => speak(data, xml(data.codec.root)),
};
