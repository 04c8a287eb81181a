import { OiError } from '../core/errors.ts';

/** `baseUrl` ends in no slash; `endpoint` is where chat requests go. */
export type BaseUrl = { baseUrl: string; endpoint: string };

const chatPath = '/chat/completions';

/**
 * The one place where a base URL is joined. Slashes at the end do not matter, a query is kept at the end, and whoever
 * pastes the whole endpoint is understood. Throws `input.invalid`.
 */
export function parseBaseUrl(text: string): BaseUrl {
  const url = URL.parse(text.trim());
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw invalid(`The base URL “${text}” is no http or https address.`);
  }
  if (url.username || url.password) throw invalid('The base URL holds a user name or a password.');
  const path = url.pathname
    .replace(/\/+$/, '')
    .replace(/\/chat\/completions$/, '')
    .replace(/\/+$/, '');
  const [, wire] = /\/(messages|responses)$/.exec(path) ?? [];
  if (wire) throw invalid(`The base URL ends in /${wire}, and only chat completions are spoken here so far.`);
  return {
    baseUrl: `${url.origin}${path}`,
    endpoint: `${url.origin}${path}${chatPath}${url.search}`,
  };
}

export const sameBase = (one: string, other: string): boolean =>
  parseBaseUrl(one).baseUrl === parseBaseUrl(other).baseUrl;

const invalid = (happened: string): OiError =>
  new OiError('input.invalid', happened, 'Give one like https://host/v1; the key has a place of its own.');
