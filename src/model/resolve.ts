import { OiError } from '../core/errors.ts';
import type { WireId } from '../core/model.ts';
import { nearest } from '../text/nearest.ts';
import { parseBaseUrl, sameBase, wireOfUrl } from './base-url.ts';
import { problem } from './problems.ts';
import { custom, familyQuirks, type Provider, providers, type Retired, retired } from './providers.ts';
import type { Place } from './wire.ts';

/** `place` may be shown; `key` is a function so that nothing that prints an object prints it. */
export type Resolved = { place: Place; key(): string | null };

export type OwnKey = { called: string; value: string | undefined };
const ownKeyVariable = 'OI_API_KEY';

export type Wanted = {
  /** `provider/model`; behind a base URL, the name as that server knows it. */
  model: string;
  /** The model that this one takes the place of: our own key was given for its provider, and goes to no other. */
  insteadOf?: string | undefined;
  baseUrl: string | null;
};

/** Who serves a model, and the wires it may be asked over, best first. */
export type Offered = { provider: string; wires: readonly [WireId, ...WireId[]] };

/**
 * What may be asked at the place that `resolveModel` finds. `asked`: the wire that a person wants there; it holds for no other
 * provider than that of the model whose place this one takes. Throws `input.invalid` where the provider has no such wire.
 */
export function wiresOf(wanted: Wanted & { asked: WireId | null }): Offered {
  const { provider } = find(wanted.model, wanted.baseUrl);
  const [first, ...others] = provider.wires.map(({ wire }) => wire) as [WireId, ...WireId[]];
  const { asked } = wanted;
  if (asked === null || !isAtHome(provider, wanted))
    return { provider: provider.id, wires: [first, ...others] };
  if (wanted.baseUrl === null) spokenBy(provider, asked);
  else parseBaseUrl(wanted.baseUrl, asked);
  return { provider: provider.id, wires: [asked] };
}

/**
 * Where a model is asked and with which key. A base URL wins over the provider in the model's name, and a provider's own
 * key is sent to no other place than that provider. Throws `input.invalid`, `model.unknown`, `key.missing`, `key.refused`.
 */
export function resolveModel(
  wanted: Wanted & {
    wire: WireId;
    env: Readonly<Record<string, string | undefined>>;
    ownKey?: OwnKey;
  },
): Resolved {
  const { wire, env, ownKey = { called: ownKeyVariable, value: env[ownKeyVariable] } } = wanted;
  const { provider, model } = find(wanted.model, wanted.baseUrl);
  const base = parseBaseUrl(wanted.baseUrl ?? spokenBy(provider, wire), wire);
  const { keyVariable } = provider;
  const keys = [
    ...(isAtHome(provider, wanted) ? [ownKey] : []),
    ...(keyVariable === null ? [] : [{ called: keyVariable, value: env[keyVariable] }]),
  ];
  const place: Place = {
    id: wanted.model,
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

type Found = { provider: Provider; model: string };

const find = (name: string, baseUrl: string | null): Found =>
  baseUrl === null ? byName(name) : byBaseUrl(name, baseUrl);

/** Behind one base URL everything is at home. */
const isAtHome = (provider: Provider, { model, insteadOf = model, baseUrl }: Wanted): boolean =>
  find(insteadOf, baseUrl).provider.id === provider.id;

/** The address of a provider for a wire. Throws `input.invalid`. */
function spokenBy({ id, wires }: Provider, wire: WireId): string {
  const spoken = wires.find((each) => each.wire === wire);
  if (spoken) return spoken.baseUrl;
  const names = wires.map((each) => each.wire).join(' and ');
  throw new OiError(
    'input.invalid',
    `The wire ${wire} is asked for, and ${id} speaks ${names}.`,
    'Leave the wire out, or give the base URL of a server that speaks it.',
  );
}

/** A known provider's address is that provider, with those of its wires that are spoken there. */
function byBaseUrl(name: string, url: string): Found {
  const told = wireOfUrl(url);
  const { host } = new URL(url.trim());
  const gone = retired.find((each) => each.host === host);
  if (gone) throw isRetired(gone);
  const provider = providers.map((each) => at(each, url, told)).find((each) => each !== null);
  const found = provider ?? custom(url, told);
  const model = name.startsWith(`${found.id}/`) ? name.slice(found.id.length + 1) : name;
  if (model === '') throw unknown(`There is no model in “${name}”.`, []);
  return { provider: found, model };
}

function at(provider: Provider, url: string, told: WireId | null): Provider | null {
  const [first, ...others] = provider.wires.filter(
    ({ wire, baseUrl }) => (told ?? wire) === wire && sameBase(baseUrl, url, wire),
  );
  return first ? { ...provider, wires: [first, ...others] } : null;
}

function byName(name: string): Found {
  const slash = name.indexOf('/');
  const prefix = slash < 0 ? name : name.slice(0, slash);
  const provider = providerOf(prefix);
  const model = slash < 0 ? '' : name.slice(slash + 1);
  if (model === '') throw unknown(`“${name}” names no model.`, []);
  return { provider, model };
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
