import { type Code, OiError } from '../core/errors.ts';
import type { Failure } from './wire.ts';

export type Next = { kind: 'again'; waitSeconds: number } | { kind: 'give-up'; error: OiError };

/** How often a request is sent at most, by what goes wrong. Each silence costs minutes, each refusal little. */
const attempts: Partial<Record<Code, number>> = {
  'model.limited': 10,
  'model.unavailable': 8,
  'model.unreachable': 5,
  'model.cut': 5,
  'model.empty': 3,
  'model.idle': 2,
};
const longestWaitSeconds = 60;

/**
 * Whether to send the request again after its `attempt`th failure, and when: as the provider asks, else after 1, 2, 4, …
 * seconds, less up to a quarter by chance so that many runs do not come back at once. Never later than time allows.
 */
export function planRetry(
  { error, again, retryAfterSeconds }: Failure,
  at: { attempt: number; secondsLeft: number; random: number; now: Date },
): Next {
  if (!again || at.attempt >= (attempts[error.code] ?? 1))
    return { kind: 'give-up', error: tried(error, at.attempt) };
  const backoff = Math.min(longestWaitSeconds, 2 ** (at.attempt - 1)) * (1 - at.random / 4);
  const waitSeconds = retryAfterSeconds ?? backoff;
  if (waitSeconds < at.secondsLeft) return { kind: 'again', waitSeconds };
  if (retryAfterSeconds === null) return { kind: 'give-up', error: tried(error, at.attempt) };
  const until = new Date(at.now.getTime() + waitSeconds * 1000);
  return { kind: 'give-up', error: withReset(error, until) };
}

function tried(error: OiError, attempt: number): OiError {
  if (attempt === 1) return error;
  const happened = `${error.happened.replace(/\.$/, '')} (tried ${attempt} times).`;
  return new OiError(error.code, happened, error.advice, error.cause);
}

function withReset(error: OiError, until: Date): OiError {
  const when = `${until.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return new OiError(
    error.code,
    `${error.happened.replace(/\.$/, '')}, and asks to wait until ${when}, longer than this run may.`,
    `Run it again after ${when}, or use another provider.`,
    error.cause,
  );
}
