import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import type { ToolFace } from '../data.ts';
import type { SectionsData } from './data.ts';

/** The form of an answer, from the parameters of the tool that it is an answer of. */
export type Form = {
  /** In this order, as far as they are there. */
  required: readonly string[];
  /** Of text: what the model thinks. A wrong type is only warned of. */
  words: readonly string[];
  /** The list of commands, and what each of them has: its text, and a number with what it is where it is left out. */
  list: string;
  text: string;
  number: { name: string; usual: number } | null;
  /** The flag that ends the work. */
  complete: string;
};

export function formOf(
  { parameters }: ToolFace,
  { commands, complete }: Pick<SectionsData<unknown>, 'commands' | 'complete'>,
): Form {
  const properties = objectIn(parameters['properties']);
  const inEach = objectIn(objectIn(objectIn(properties[commands.parameter])['items'])['properties']);
  const number = Object.entries(inEach).find(([, schema]) => objectIn(schema)['type'] === 'number');
  const required = stringsIn(parameters['required']);
  return {
    required: Object.keys(properties).filter((name) => required.includes(name)),
    words: Object.keys(properties).filter((name) => objectIn(properties[name])['type'] === 'string'),
    list: commands.parameter,
    text: commands.text,
    number: number ? { name: number[0], usual: Number(objectIn(number[1])['default'] ?? 1) } : null,
    complete,
  };
}

export const objectIn = (value: Json | undefined): JsonObject =>
  value !== undefined && isJsonObject(value) ? value : {};
const stringsIn = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
