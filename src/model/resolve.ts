import { OiError } from '../core/errors.ts';
import { nearest } from '../text/nearest.ts';
import { type BaseUrl, parseBaseUrl, sameBase } from './base-url.ts';
import { problem } from './problems.ts';
import { custom, familyQuirks, type Provider, providers, type Retired, retired } from './providers.ts';
import type { Place } from './wire.ts';

/** `place` may be shown; `key` is a function so that nothing that prints an object prints it. */
export type Resolved = { place: Place; key(): string | null };

export type OwnKey = { called: string; value: string | undefined };
const ownKeyVariable = 'OI_API_KEY';

/**
 * Where a model is asked and with which key. A base URL wins over the provider in the model's name, and a provider's own
 * key is sent to no other place than that provider. Throws `input.invalid`, `model.unknown`, `key.missing`, `key.refused`.
 */
export function resolveModel(wanted: {
  /** `provider/model`; behind a base URL, the name as that server knows it. */
  model: string;
  /** The model that this one takes the place of: our own key was given for its address, and goes to no other. */
  insteadOf?: string | undefined;
  baseUrl: string | null;
  env: Readonly<Record<string, string | undefined>>;
  ownKey?: OwnKey;
}): Resolved {
  const { env, ownKey = { called: ownKeyVariable, value: env[ownKeyVariable] } } = wanted;
  const find = (name: string) => (wanted.baseUrl ? byBaseUrl(name, wanted.baseUrl) : byName(name));
  const { provider, model, base } = find(wanted.model);
  const isAtHome = base.baseUrl === find(wanted.insteadOf ?? wanted.model).base.baseUrl;
  const { keyVariable } = provider;
  const keys = [
    ...(isAtHome ? [ownKey] : []),
    ...(keyVariable === null ? [] : [{ called: keyVariable, value: env[keyVariable] }]),
  ];
  const place: Place = {
    provider: provider.id,
    model,
    ...base,
    keySources: keys.map(({ called }) => called),
    quirks:
      provider.quirks ?? familyQuirks.find(({ word }) => model.toLowerCase().includes(word))?.quirks ?? {},
  };
  const key = findKey(keys);
  if (key === null && keyVariable !== null) throw problem('key.missing', place);
  return { place, key: () => key };
}

type Found = { provider: Provider; model: string; base: BaseUrl };

function byBaseUrl(name: string, url: string): Found {
  const base = parseBaseUrl(url);
  const { host } = new URL(base.baseUrl);
  const gone = retired.find((each) => each.host === host);
  if (gone) throw isRetired(gone);
  for (const provider of providers) {
    const other = provider.others?.find((each) => sameBase(each.baseUrl, url));
    if (other && !sameBase(provider.baseUrl, url)) throw otherWire(url, other.wire, provider);
  }
  const provider = providers.find((each) => sameBase(each.baseUrl, url)) ?? custom(base.baseUrl);
  const model = name.startsWith(`${provider.id}/`) ? name.slice(provider.id.length + 1) : name;
  if (model === '') throw unknown(`There is no model in “${name}”.`, []);
  return { provider, model, base };
}

function byName(name: string): Found {
  const slash = name.indexOf('/');
  const prefix = slash < 0 ? name : name.slice(0, slash);
  const provider = providerOf(prefix);
  const model = slash < 0 ? '' : name.slice(slash + 1);
  if (model === '') throw unknown(`“${name}” names no model.`, []);
  return { provider, model, base: parseBaseUrl(provider.baseUrl) };
}

/** Throws `model.unknown` with the nearest ids, `input.missing` for one that only an address can tell. */
export function providerOf(wanted: string): Provider {
  const provider = providers.find(({ id }) => id === wanted);
  if (provider) return provider;
  const gone = retired.find(({ id }) => id === wanted);
  if (gone) throw isRetired(gone);
  if (wanted !== 'custom') throw unknown(`There is no provider “${wanted}”.`, nearest(wanted, ids));
  const advice = 'Give its address as --base-url, OI_BASE_URL or the input `base-url`.';
  throw new OiError('input.missing', 'A model of custom needs a base URL.', advice);
}

const isRetired = ({ name, since }: Retired): OiError =>
  new OiError(
    'model.unknown',
    `${name} was retired on ${since}, and nothing answers there any more.`,
    'Use another provider; oi models lists them.',
  );

const otherWire = (url: string, wire: string, { id, baseUrl }: Provider): OiError =>
  new OiError(
    'input.invalid',
    `The base URL “${url}” speaks ${wire}, and only chat completions are spoken here so far.`,
    `Leave it out and write the model as ${id}/…, or give ${baseUrl}.`,
  );

const ids = providers.map(({ id }) => id);

function unknown(happened: string, near: readonly string[]): OiError {
  const guess = near.length > 0 ? `Did you mean ${near.join(' or ')}? ` : '';
  const advice = `${guess}Write the model as provider/model, for example openrouter/qwen/qwen3-coder, or give a base URL.`;
  return new OiError('model.unknown', happened, advice);
}

/** Keys are pasted by hand: white space around them is dropped, inside them it is a mistake. */
function findKey(keys: readonly OwnKey[]): string | null {
  for (const { called, value } of keys) {
    const key = value?.trim();
    if (!key) continue;
    if (!/^[\x21-\x7e]+$/.test(key)) {
      const happened = `The value of ${called} has characters in it that no key has.`;
      throw new OiError('key.refused', happened, `Paste the key into ${called} again, as one line.`);
    }
    return key;
  }
  return null;
}
