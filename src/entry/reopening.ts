import type { Sandbox } from '../core/sandbox.ts';

/** A sandbox that is opened when it is first asked for, and anew after it was closed. */
export function reopening(open: () => Promise<Sandbox>): {
  open(): Promise<Sandbox>;
  close(): Promise<void>;
} {
  let opened: Promise<Sandbox> | null = null;
  return {
    open() {
      opened ??= open();
      // Whoever needs it hears of a failure; nobody else has to.
      opened.catch(() => {});
      return opened;
    },
    async close() {
      const was = opened;
      opened = null;
      await was?.then((sandbox) => sandbox.close()).catch(() => {});
    },
  };
}
