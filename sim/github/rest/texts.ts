import { atLeast, roleOf } from '../hub/access.ts';
import type { Text } from '../hub/records.ts';
import { ApiError, validationFailed } from './api-error.ts';
import { type Call, writerOf } from './call.ts';

/** Characters are code points, as far as is known. */
export function checkBody(call: Call, resource: string, body: string | null | undefined): void {
  const limit = call.hub.limits.bodyCharacters;
  if (!body || body.length <= limit || [...body].length <= limit) return;
  throw validationFailed({
    resource,
    code: 'unprocessable',
    field: 'data',
    message: `Body is too long (maximum is ${limit} characters)`,
  });
}

export function checkTitle(call: Call, resource: string, title: string | undefined): void {
  if (title === undefined) return;
  const limit = call.hub.limits.titleCharacters;
  if (title.trim() === '') throw validationFailed({ resource, code: 'missing_field', field: 'title' });
  if ([...title].length > limit) {
    const message = `title is too long (maximum is ${limit} characters)`;
    throw validationFailed({ resource, code: 'custom', field: 'title', message });
  }
}

/** Authors change their own words; others need the right to write (an App has it by its permission). */
export function mayChange(call: Call, text: Text): void {
  const { author, app } = writerOf(call);
  if (text.author === author || app || atLeast(roleOf(call.repository, author), 'write')) return;
  throw new ApiError(403, 'Must have admin rights to Repository.');
}
