import { join } from 'node:path';
import type { JsonObject } from '../../src/core/json.ts';
import type { Agent } from './agent.ts';
import { measureAgent } from './measure-agent.ts';
import type { MeasuredAgent, Recording } from './recording.ts';
import type { Row, ScriptedCall } from './rows.ts';

/** Our product with one harness, run as the originals are. */
const oi = (harness: string, placeholders: Agent['placeholders'] = []): Agent => ({
  wire: 'chat',
  args: (prompt) => ['exec', '--harness', harness, prompt],
  env: ({ home, modelUrl }) => ({
    XDG_STATE_HOME: join(home, 'state'),
    OI_API_KEY: 'none',
    OI_MODEL: 'sim/model',
    OI_BASE_URL: `${modelUrl}/v1`,
  }),
  placeholders: [
    ...placeholders,
    { name: '<output file>', pattern: /\/oi\/output\/\d+\.txt/g, meaning: 'where all of an output is' },
  ],
});

/** Plays the calls of a recording with the harness of ours that is described from it. */
export const measureOurs = (
  recording: Recording,
  placeholders: Agent['placeholders'],
  product: string,
  folder: string,
): Promise<MeasuredAgent> =>
  measureAgent(oi(recording.harness, placeholders), (workspace) => rowsIn(recording, workspace), {
    folder,
    command: [process.execPath, join(product, 'oi.js')],
    path: process.env['PATH'] ?? '',
  });

const rowsIn = ({ rows }: Recording, workspace: string): Row[] =>
  Object.entries(rows).flatMap(([name, turns]) =>
    'failed' in turns
      ? []
      : [{ name, turns: turns.map(({ calls }) => calls.map((call) => callAt(call, workspace))) }],
  );

function callAt({ name, args, custom }: ScriptedCall, workspace: string): ScriptedCall {
  const there = (text: string): string => text.replaceAll('<workspace>', workspace);
  // Over the chat wire a tool that takes raw text has it as its one parameter.
  if (custom && typeof args === 'string') return { name, args: { input: there(args) } };
  if (typeof args === 'string') return { name, args: there(args) };
  return { name, args: JSON.parse(there(JSON.stringify(args))) as JsonObject };
}
