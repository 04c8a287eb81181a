import { OiError } from '../core/errors.ts';
import { type WireId, wireIds } from '../core/model.ts';

/** `baseUrl` ends in no slash; `endpoint` is where requests go. */
export type BaseUrl = { baseUrl: string; endpoint: string };

const paths: Readonly<Record<WireId, string>> = {
  chat: '/chat/completions',
  messages: '/messages',
  responses: '/responses',
};

/**
 * The one place where a base URL is joined. Slashes at the end do not matter, a query is kept at the end, and whoever
 * pastes the whole endpoint is understood. What speaks messages has its version in the path, whether it is written or
 * not: `/v1` is joined where no version is. Throws `input.invalid`.
 */
export function parseBaseUrl(text: string, wire: WireId): BaseUrl {
  const { origin, path, search } = split(text);
  const told = wireOfUrl(text);
  if (told !== null && told !== wire) {
    throw invalid(`The base URL ends in ${paths[told]}, and is to be asked over ${wire}.`);
  }
  const below = told === null ? path : trimmed(path.slice(0, -paths[told].length));
  const version = wire === 'messages' && !/\/v\d+$/.test(below) ? '/v1' : '';
  return {
    baseUrl: `${origin}${below}`,
    endpoint: `${origin}${below}${version}${paths[wire]}${search}`,
  };
}

/** The wire that a pasted endpoint tells. Throws `input.invalid`. */
export function wireOfUrl(text: string): WireId | null {
  const { path } = split(text);
  return wireIds.find((wire) => path.endsWith(paths[wire])) ?? null;
}

/** Whether requests over a wire go to the same place, queries aside. */
export function sameBase(one: string, other: string, wire: WireId): boolean {
  const place = (url: string): string => parseBaseUrl(url, wire).endpoint.replace(/\?.*$/s, '');
  return place(one) === place(other);
}

function split(text: string): { origin: string; path: string; search: string } {
  const url = URL.parse(text.trim());
  // It is not quoted: it may hold a password, or a key in its query.
  if (!url || !/^https?:$/.test(url.protocol)) throw invalid('The base URL is no http or https address.');
  if (url.username || url.password) throw invalid('The base URL holds a user name or a password.');
  return { origin: url.origin, path: trimmed(url.pathname), search: url.search };
}

const trimmed = (path: string): string => path.replace(/\/+$/, '');

const invalid = (happened: string): OiError =>
  new OiError('input.invalid', happened, 'Give one like https://host/v1; the key has a place of its own.');
