/**
 * Seconds that a provider asks to wait, from `retry-after-ms`, or `retry-after` in seconds or as an HTTP date; null if
 * it does not say or the moment has passed. Source: RFC 9110, 10.2.3.
 */
export function retryAfterSeconds(headers: { get(name: string): string | null }, now: Date): number | null {
  const milliseconds = headers.get('retry-after-ms');
  const given = headers.get('retry-after');
  const seconds = milliseconds ? Number(milliseconds) / 1000 : given ? secondsOf(given, now) : null;
  return seconds !== null && Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}

const secondsOf = (given: string, now: Date): number =>
  /^\s*\d+(\.\d+)?\s*$/.test(given) ? Number(given) : (Date.parse(given) - now.getTime()) / 1000;
