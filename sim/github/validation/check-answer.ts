import { mistakesAt } from './compile-schema.ts';
import type { Found } from './find-operation.ts';
import { follow, loadDescription, type Reference } from './load-description.ts';

type Answered = { content?: Record<string, unknown> };

/** What GitHub's description forbids in an answer of ours. Refusals that it does not list for an operation pass. */
export function answerMistakes(found: Found, status: number, body: unknown): string[] {
  const answers = found.operation.responses;
  const listed = answers[String(status)];
  if (!listed) return status < 300 ? [`status ${status} is not among ${Object.keys(answers)}`] : [];
  const type = Object.keys(follow<Answered>(loadDescription(), listed).content ?? {}).find((each) =>
    each.includes('json'),
  );
  if (!type) return [];
  const place = '$ref' in listed ? pointerOf(listed) : ownPointer(found, status);
  return mistakesAt([...place, 'content', type, 'schema'], body);
}

const pointerOf = (reference: Reference): string[] => reference.$ref.slice(2).split('/');

const ownPointer = (found: Found, status: number): string[] => [
  'paths',
  found.template,
  found.method.toLowerCase(),
  'responses',
  String(status),
];

/** `name` and `action` as in the `x-github-event` header and the payload. */
export function payloadMistakes(name: string, action: string | null, payload: unknown): string[] {
  const key = [name, action]
    .filter((part) => part !== null)
    .join('-')
    .replaceAll('_', '-');
  if (!(key in loadDescription()['x-webhooks'])) return [`GitHub publishes no event ${key}`];
  return mistakesAt(
    ['x-webhooks', key, 'post', 'requestBody', 'content', 'application/json', 'schema'],
    payload,
  );
}
