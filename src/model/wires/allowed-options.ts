import { OiError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';

/** The request parameters of a harness, all of which the wire must know. Throws `harness.invalid`. */
export function allowedOptions(options: JsonObject, known: ReadonlySet<string>, wire: string): JsonObject {
  const strange = Object.keys(options).filter((name) => !known.has(name));
  if (strange.length === 0) return options;
  throw new OiError(
    'harness.invalid',
    `The harness sets the request parameter ${strange.join(', ')}, which the ${wire} wire does not know.`,
    `Use only ${[...known].join(', ')}.`,
  );
}
