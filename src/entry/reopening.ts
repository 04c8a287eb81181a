import type { Sandbox } from '../core/sandbox.ts';

/** A sandbox that is opened when it is first asked for, and anew after it was closed. */
export type Reopening<S extends Sandbox> = {
  open(): Promise<S>;
  /** Answers what was closed, null when none was open or it could not be opened. */
  close(): Promise<S | null>;
};

export function reopening<S extends Sandbox>(open: () => Promise<S>): Reopening<S> {
  let opened: Promise<S> | null = null;
  return {
    open() {
      opened ??= open();
      // Whoever needs it hears of a failure; nobody else has to.
      opened.catch(() => {});
      return opened;
    },
    async close() {
      const was = await opened?.catch(() => null);
      opened = null;
      await was?.close().catch(() => {});
      return was ?? null;
    },
  };
}
