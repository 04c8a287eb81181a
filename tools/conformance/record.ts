import type { JsonObject } from '../../src/core/json.ts';
import { kept } from './measure.ts';
import type { Original } from './original.ts';
import { folders, meanings } from './placeholders.ts';
import type { Recording, Turn } from './recording.ts';
import { type Row, rowsOf, type ScriptedCall, type Verbs } from './rows.ts';
import { runTurns } from './run-turns.ts';
import { readers } from './wires/index.ts';

export type Where = { folder: string; modules: string; path: string };

/** Runs every row with the original, one after the other, and keeps what it asked and answered. */
export async function record(original: Original, date: string, where: Where, only = ''): Promise<Recording> {
  const reader = readers[original.wire];
  const rows: Recording['rows'] = {};
  const [question] = (await runTurns(original, () => [], where)).asked;
  if (!question) throw new Error('It asked nothing.');
  const names = rowsOf(original.verbs('/')).map(({ name }) => name);
  for (const group of Map.groupBy(names, (name) => name.split(':')[0]).values()) {
    let left = group.filter((name) => name.startsWith(only));
    while (left.length > 0) {
      const told = await conversation(original, left, where);
      Object.assign(rows, told);
      left = left.slice(Object.keys(told).length);
    }
  }
  return {
    id: original.id,
    package: original.package,
    version: original.version,
    date,
    wire: original.wire,
    arguments: original.args('<task>'),
    placeholders: meanings([...folders(none), ...(original.placeholders ?? [])]),
    request: {
      path: question.path,
      parameters: reader.parameters(question.body),
      messages: reader.messages(question.body),
      tools: reader.tools(question.body),
    },
    rows,
  };
}

const none = { workspace: '', home: '', temporary: '' };

/** The rows in one run, up to the first at which it ended early. */
async function conversation(
  original: Original,
  names: readonly string[],
  where: Where,
): Promise<Recording['rows']> {
  const chosen = (verbs: Verbs): Row[] => rowsOf(verbs).filter(({ name }) => names.includes(name));
  const { asked, printed } = await runTurns(
    original,
    (verbs) => chosen(verbs).flatMap(({ turns }) => turns),
    where,
  );
  const rows: Record<string, Recording['rows'][string]> = {};
  let first = 1;
  for (const { name, turns } of chosen(original.verbs('<workspace>'))) {
    // The request after each turn answers it.
    const answering = asked.slice(first, first + turns.length);
    if (answering.length < turns.length) {
      rows[name] = {
        failed: `It ended after ${answering.length} of ${turns.length} turns. It printed: ${printed}`,
      };
      return rows;
    }
    rows[name] = turns.map((calls, index) => turnIn(original, calls, answering[index]?.body as JsonObject));
    first += turns.length;
  }
  return rows;
}

function turnIn({ wire }: Original, calls: readonly ScriptedCall[], body: JsonObject): Turn {
  const said = readers[wire].said(body);
  const answers = said.answers.map((answer) =>
    'text' in answer ? { ...answer, text: kept(answer.text) } : answer,
  );
  const same = said.calls.length === calls.length && said.calls.every((call, at) => isSame(call, calls[at]));
  return { calls, ...(!same && { sentBack: said.calls }), answers };
}

const isSame = (back: { name: string; args: string }, call: ScriptedCall | undefined): boolean =>
  back.name === call?.name &&
  back.args === (typeof call.args === 'string' ? call.args : JSON.stringify(call.args));
