import type { Model, WireId } from '../core/model.ts';
import { affordable } from './affordable.ts';
import { type Asking, asking } from './ask.ts';
import { openHttp, type Poster, type ProxyVariables } from './http.ts';
import { informed } from './informed.ts';
import { type OwnKey, resolveModel } from './resolve.ts';
import type { Place, Wire } from './wire.ts';
import { openChat } from './wires/chat.ts';

export { type Known, type KnownModel, knownModels } from './known.ts';
export { type Provider, providers } from './providers.ts';
export { type Offered, providerOf, wiresOf } from './resolve.ts';

export type OpenModel = Asking & {
  /** `provider/model`, or any name behind a base URL. */
  id: string;
  /** One of those that `wiresOf` names. */
  wire: WireId;
  baseUrl: string | null;
  /** Keys are read from here, and nothing else. */
  env: Readonly<Record<string, string | undefined>>;
  /** The model that this one takes the place of, which `ownKey` was given for. By default itself. */
  insteadOf?: string;
  /** A key that goes with every provider, and what people call its place. By default OI_API_KEY of the environment. */
  ownKey?: OwnKey;
  /** No proxy is used unless it is given here. */
  proxy?: ProxyVariables;
};

type OpenWire = (at: Place, key: string | null, post: Poster, now: () => Date) => Wire;

/** Most are asked over chat; the others are loaded where they are needed. */
const openers: Readonly<Record<WireId, () => Promise<OpenWire>>> = {
  chat: async () => openChat,
  messages: async () => (await import('./wires/messages.ts')).openMessages,
  responses: async () => (await import('./wires/responses.ts')).openResponses,
};

/** A model ready to be asked; nothing is sent yet. Throws what `resolveModel` throws. */
export async function openModel({
  id,
  wire: spoken,
  insteadOf,
  baseUrl,
  env,
  ownKey,
  proxy,
  ...how
}: OpenModel): Promise<Model> {
  const { place, key } = resolveModel({
    model: id,
    wire: spoken,
    insteadOf,
    baseUrl,
    env,
    ...(ownKey && { ownKey }),
  });
  const open = await openers[spoken]();
  const plain = open(place, key(), openHttp(place.endpoint, proxy), how.now);
  const wire = place.provider === 'custom' ? plain : informed(plain, place);
  return {
    id,
    wire: spoken,
    ask: asking(wire, how),
    async affordable(prompt, usd) {
      if (place.provider === 'custom') return { prompt, usd: null };
      const bytes = wire.pieces(prompt).reduce((sum, piece) => sum + piece.byteLength, 0);
      return affordable(`${place.provider}/${place.model}`, bytes, prompt, { wire: spoken, usd });
    },
    outgoing: (prompt) => ({ method: 'POST', url: place.endpoint, body: Buffer.concat(wire.pieces(prompt)) }),
  };
}
