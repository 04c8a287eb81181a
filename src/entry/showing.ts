import { writeFileSync } from 'node:fs';
import type { Door } from '../core/door.ts';
import { inLog } from './runner-protocol.ts';

/** What a job shows to people: its log, its summary, its outputs, and pages that it keeps. Each text passes the door. */
export type Showing = {
  info(text: string): Promise<void>;
  warning(text: string): Promise<void>;
  error(text: string): Promise<void>;
  summary(markdown: string): Promise<void>;
  output(name: string, value: string): Promise<void>;
  page(file: string, html: string): Promise<void>;
};

export function openShowing(door: Door): Showing {
  return {
    info: async (text) => (await actions()).info(inLog(await door.hide(text))),
    warning: async (text) => (await actions()).warning(await door.hide(text)),
    error: async (text) => (await actions()).error(await door.hide(text)),
    async summary(markdown) {
      const { summary } = await actions();
      await summary.addRaw(await door.hide(markdown), true).write();
    },
    output: async (name, value) => (await actions()).setOutput(name, await door.hide(value)),
    page: async (file, html) => writeFileSync(file, await door.hide(html, 'page'), { mode: 0o600 }),
  };
}

const actions = () => import('@actions/core');
