import type { Model } from '../core/model.ts';
import { type Asking, asking } from './ask.ts';
import { costAhead } from './cost-ahead.ts';
import { openHttp, type ProxyVariables } from './http.ts';
import { informed } from './informed.ts';
import { type OwnKey, resolveModel } from './resolve.ts';
import { openChat } from './wires/chat.ts';

export { type Known, type KnownModel, knownModels } from './known.ts';
export { type Provider, providers } from './providers.ts';
export { providerOf } from './resolve.ts';

export type OpenModel = Asking & {
  /** `provider/model`, or any name behind a base URL. */
  id: string;
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

/** A model ready to be asked; nothing is sent yet. Throws what `resolveModel` throws. */
export async function openModel({
  id,
  insteadOf,
  baseUrl,
  env,
  ownKey,
  proxy,
  ...how
}: OpenModel): Promise<Model> {
  const { place, key } = resolveModel({ model: id, insteadOf, baseUrl, env, ...(ownKey && { ownKey }) });
  const chat = openChat(place, key(), openHttp(place.endpoint, proxy), how.now);
  const wire = place.provider === 'custom' ? chat : informed(chat, place);
  return {
    id,
    wire: wire.id,
    ask: asking(wire, how),
    async costAhead(prompt) {
      if (place.provider === 'custom') return null;
      const bytes = wire.pieces(prompt).reduce((sum, piece) => sum + piece.byteLength, 0);
      return costAhead(`${place.provider}/${place.model}`, bytes, prompt);
    },
    outgoing: (prompt) => ({ method: 'POST', url: place.endpoint, body: Buffer.concat(wire.pieces(prompt)) }),
  };
}
