/** Until it has ended (then whatever it threw), the time is over, or nobody waits any more. */
export function until(ended: Promise<unknown>, milliseconds: number, signal: AbortSignal): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  const stop = () => resolve();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) resolve();
  return Promise.race([ended, promise]).finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  });
}
