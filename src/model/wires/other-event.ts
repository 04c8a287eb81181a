import { isJsonObject } from '../../core/json.ts';

/** Whether an event is of a type that a wire does not read: it is passed over, whatever it holds. One without a type is read. */
export const isOtherEvent = (json: unknown, read: ReadonlySet<string>): boolean =>
  isJsonObject(json) && typeof json['type'] === 'string' && !read.has(json['type']);
