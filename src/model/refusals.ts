import { isJsonObject, type Json } from '../core/json.ts';
import type { Trouble } from './problems.ts';

/** What came in place of an answer. Untrusted. `status` is 0 for an error within a stream, which may tell one itself. */
export type Refusal = { status: number; html: boolean; body: unknown };

/**
 * Reads a refusal. Providers agree on the status of little: a wrong model is 400 or 404, a wrong key may be 400, too
 * long a prompt is 400, 413 or 422, and an empty account is 402 or 429. The words of the error decide between them.
 */
export function readRefusal({ status: answered, html, body }: Refusal): Trouble {
  const { said, mark } = errorIn(body);
  const status = answered || toldStatus(mark);
  const words = `${mark} ${said}`;
  if (status >= 300 && status < 400)
    return { code: 'model.not-an-api', said: `sent us elsewhere (${status})` };
  if (status >= 500 || status === 408 || status === 409)
    return { code: 'model.unavailable', said: said || `status ${status}` };
  const limited = status === 429 || (status === 0 && tooOften.test(mark));
  // Anthropic answers 400 where the account is empty.
  const paying = limited || (status === 400 && /credit balance/i.test(said));
  if (status === 402 || (paying && noCredit.test(words)))
    return { code: 'model.limited', said, again: false };
  if (limited) return { code: 'model.limited', said };
  if (html) return { code: 'model.not-an-api', said: `answered with a web page (${status})` };
  if (status === 401 || status === 403 || wrongKey.test(words)) return { code: 'key.refused', said };
  if (tooLong.test(words) || status === 413) return { code: 'model.overflow', said };
  if (filtered.test(words)) return { code: 'model.filtered', said };
  if (wrongModel.test(words)) return { code: 'model.unknown', said };
  if (status === 404 || status === 405)
    return { code: 'model.not-an-api', said: `answered “not found” (${status})` };
  if (status === 0) return { code: 'model.unavailable', said };
  return { code: 'model.rejected', said: said || `status ${status}` };
}

const toldStatus = (mark: string): number => Number(/^[45]\d\d\b/.exec(mark)?.[0] ?? 0);

const noCredit =
  /insufficient_quota|billing|insufficient balance|out of credits|credit balance is too low|exceeded your current quota/i;
const tooOften = /rate_limit|insufficient_quota/i;
const wrongKey = /invalid_api_key|api[_ ]key[_ ](not valid|invalid)|invalid api[_ ]key/i;
const tooLong =
  /context_length_exceeded|context (length|window|size|limit)|maximum (context|input|prompt)|prompt is too long|too many (input )?tokens|input (is )?too long|model token limit|range of input length/i;
const filtered =
  /content_filter|content_policy|data_inspection_failed|content management policy|content filtering policy|invalid_prompt|policy_violation|bio_policy/i;
const wrongModel =
  /model_not_found|not_found_error model: |model[^.]{0,80}(not found|not exist|not supported|unknown)|(unknown|invalid|no such|not a valid) model/i;

/** The sentence and the machine-readable marks of an error body, in the shapes that providers use. */
function errorIn(body: unknown): { said: string; mark: string } {
  const whole = Array.isArray(body) ? (body as readonly Json[])[0] : body;
  if (!isJsonObject(whole)) return { said: '', mark: '' };
  const error = whole['error'] ?? whole['detail'] ?? whole;
  if (!isJsonObject(error)) return { said: wordsOf(error), mark: '' };
  const metadata = error['metadata'];
  const raw = isJsonObject(metadata) ? metadata['raw'] : null;
  return {
    said: [error['message'], raw].map(wordsOf).filter(Boolean).join(' '),
    mark: [error['code'], error['type']].map(wordsOf).join(' '),
  };
}

const wordsOf = (value: Json | undefined): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);

/** A foreign sentence made fit for a message of ours: one line of at most `maxLength` characters, nothing invisible. */
export function oneLine(text: string, maxLength = 300): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .replace(/[“”]/g, '"');
  return line.length <= maxLength ? line : `${line.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
