import { type Code, OiError } from '../core/errors.ts';
import type { Place } from './wire.ts';

export type ModelCode = Extract<Code, `model.${string}` | `key.${string}`>;
type Words = (at: Place, said: string) => { happened: string; advice: string };

/**
 * Why an attempt failed. `said` is a detail, or the provider's own words: untrusted. `again: false` where a retry is
 * senseless though the code alone would allow one.
 */
export type Trouble = {
  code: ModelCode;
  said?: string;
  again?: false;
  retryAfterSeconds?: number | null;
  cause?: unknown;
};

/** An error about a model, in our words. `said` is one line, without a key. */
export function problem(code: ModelCode, at: Place, said = '', cause?: unknown): OiError {
  const { happened, advice } = words[code](at, said);
  return new OiError(code, happened, advice, cause);
}

const who = (at: Place): string =>
  at.provider === 'custom' ? `The model server at ${at.baseUrl}` : `The provider ${at.provider}`;
const sources = (at: Place): string => at.keySources.join(' or ');
const quote = (said: string): string => (said ? `: “${said.replace(/\.$/, '')}”.` : '.');
const later = 'Try again later, or use another model or provider.';

const socketWords: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was reset',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name lookup failed',
  EPROTO: 'no TLS is spoken there',
  ETIMEDOUT: 'the connection took too long',
};

const words: Record<ModelCode, Words> = {
  'key.missing': (at) => ({
    happened: `There is no key for ${at.provider === 'custom' ? at.baseUrl : at.provider}.`,
    advice: `Set ${sources(at)}.`,
  }),
  'key.refused': (at, said) => ({
    happened: `${who(at)} refuses the key${quote(said)}`,
    advice: `Check the value of ${sources(at)}, and that it may use ${at.model}.`,
  }),
  'model.unknown': (at, said) => ({
    happened: `${who(at)} has no model ${at.model}${quote(said)}`,
    advice: 'Check the name of the model; providers list theirs on a page of their own.',
  }),
  'model.rejected': (at, said) => ({
    happened: `${who(at)} rejects the request${quote(said)}`,
    advice: 'Use another harness or model, and report it if the same happens again.',
  }),
  'model.limited': (at, said) => ({
    happened: `${who(at)} limits what we may ask${quote(said)}`,
    advice: 'Try again later, raise the limit of the account, or use another provider.',
  }),
  'model.unavailable': (at, said) => ({
    happened: `${who(at)} has a problem of its own${quote(said)}`,
    advice: later,
  }),
  'model.unreachable': (at, said) => ({
    happened: `${who(at)} cannot be reached (${socketWords[said] ?? said}).`,
    advice: 'Check the base URL and the network.',
  }),
  'model.cut': (at) => ({ happened: `${who(at)} broke off in the middle of an answer.`, advice: later }),
  'model.idle': (at, said) => ({ happened: `${who(at)} ${said}.`, advice: later }),
  'model.not-an-api': (at, said) => ({
    happened: `${at.baseUrl} ${said} in place of a model's answer.`,
    advice: /\/v\d/.test(new URL(at.baseUrl).pathname)
      ? `Check the base URL; requests go to ${new URL(at.endpoint).pathname}.`
      : 'Check the base URL; most of them end in /v1.',
  }),
  'model.empty': (at) => ({
    happened: `${at.model} answered nothing.`,
    advice: 'Try again, or use another model.',
  }),
  'model.overflow': (at, said) => ({
    happened: `The conversation has become too long for ${at.model}${quote(said)}`,
    advice: 'Ask for less at once, or use a model with a larger context window.',
  }),
  'model.filtered': (at, said) => ({
    happened: `The content filter of ${at.provider === 'custom' ? at.baseUrl : at.provider} withholds the answer${quote(said)}`,
    advice: 'Word the task differently, or use another provider.',
  }),
  'model.refused': (at, said) => ({
    happened: `${at.model} refuses to go on${quote(said)}`,
    advice: 'Word the task differently, or use another model.',
  }),
};
