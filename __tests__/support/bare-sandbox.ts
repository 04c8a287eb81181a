import { join } from 'node:path';
import { after } from 'node:test';
import type { Sandbox } from '../../src/core/sandbox.ts';
import type { Tool, ToolResult, ToolWorld } from '../../src/core/tool.ts';
import { openBare } from '../../src/sandbox/bare.ts';
import { tools } from '../../src/tools/index.ts';
import { temporaryFolder } from './folder.ts';

/** A sandbox without a wall on a folder: real commands, real hands. Closed when the test file has ended. */
export async function bareSandbox(folder: string): Promise<Sandbox> {
  const sandbox = await openBare({
    mode: 'danger-full-access',
    folder,
    place: { kind: 'in-place' },
    temporary: temporaryFolder(),
    env: process.env,
    node: process.execPath,
    hands: { root: join(import.meta.dirname, '../..'), parts: [], script: 'src/hands/main.ts' },
    overlays: [],
    readable: [],
    platform: process.platform,
  });
  after(() => sandbox.close());
  return sandbox;
}

/** Calls tools by name in a sandbox. */
export function callerIn(sandbox: Sandbox, signal: AbortSignal = new AbortController().signal) {
  const blobs: ToolWorld['blobs'] = {
    put: async () => null,
    get: () => Promise.reject(new Error('no tool reads blobs')),
  };
  return async (name: string, args: Parameters<Tool['run']>[0]): Promise<ToolResult> => {
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) throw new Error(`there is no tool ${name}`);
    return tool.run(args, { sandbox, blobs, signal });
  };
}
