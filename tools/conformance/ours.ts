import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../src/core/json.ts';
import type { HarnessData } from '../../src/harness/data.ts';
import type { Agent } from './agent.ts';
import { measureAgent } from './measure-agent.ts';
import type { MeasuredAgent, Recording } from './recording.ts';
import type { Row, ScriptedCall } from './rows.ts';

/** Our product with one harness, run as the originals are. */
const oi = (harness: string, wire: Agent['wire'], placeholders: Agent['placeholders'] = []): Agent => ({
  wire,
  args: (prompt) => ['exec', '--harness', harness, prompt],
  env: ({ home, modelUrl }) => ({
    XDG_STATE_HOME: join(home, 'state'),
    OI_API_KEY: 'none',
    OI_MODEL: 'sim/model',
    OI_BASE_URL: `${modelUrl}/v1`,
    OI_WIRE: wire,
  }),
  placeholders: [
    ...placeholders,
    { name: '<output file>', pattern: /\/oi\/output\/\d+\.txt/g, meaning: 'where all of an output is' },
  ],
});

/** Plays the calls of a recording with the harness of ours that is described from it, over the same wire where it has that. */
export function measureOurs(
  recording: Recording,
  placeholders: Agent['placeholders'],
  product: string,
  folder: string,
): Promise<MeasuredAgent> {
  const { harness } = recording;
  const { wires } = JSON.parse(
    readFileSync(join(product, 'harnesses', `${harness}.json`), 'utf8'),
  ) as HarnessData;
  const wire = wires.includes(recording.wire) ? recording.wire : 'chat';
  const rows = (workspace: string): Row[] => rowsIn(recording, wire, workspace);
  return measureAgent(oi(harness, wire, placeholders), rows, {
    folder,
    command: [process.execPath, join(product, 'oi.js')],
    path: process.env['PATH'] ?? '',
  });
}

const rowsIn = ({ rows }: Recording, wire: Agent['wire'], workspace: string): Row[] =>
  Object.entries(rows).flatMap(([name, turns]) =>
    'failed' in turns
      ? []
      : [{ name, turns: turns.map(({ calls }) => calls.map((call) => callAt(call, wire, workspace))) }],
  );

function callAt({ name, args, custom }: ScriptedCall, wire: Agent['wire'], workspace: string): ScriptedCall {
  const there = (text: string): string => text.replaceAll('<workspace>', workspace);
  // Over other wires a tool that takes raw text has it as its one parameter.
  if (custom && wire !== 'responses') return { name, args: { input: there(String(args)) } };
  if (typeof args === 'string') return { name, args: there(args), ...(custom && { custom }) };
  return { name, args: JSON.parse(there(JSON.stringify(args))) as JsonObject };
}
