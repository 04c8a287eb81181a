import type { JsonObject } from '../../src/core/json.ts';
import type { Agent } from './agent.ts';
import { kept } from './measure.ts';
import type { MeasuredAgent, Rows, Turn } from './recording.ts';
import type { Row, ScriptedCall } from './rows.ts';
import { type Run, runTurns, type Where } from './run-turns.ts';
import { readers } from './wires/index.ts';

export type RowsAt = (workspace: string) => readonly Row[];

/** Plays every row with an agent, one conversation a group, and keeps what it asked and answered. */
export async function measureAgent(agent: Agent, rowsAt: RowsAt, where: Where): Promise<MeasuredAgent> {
  const reader = readers[agent.wire];
  const { asked, printed } = await runTurns(agent, () => [], where);
  const [question] = asked;
  if (!question) throw new Error(`It asked nothing. It printed: ${printed}`);
  const rows: Rows = {};
  const violations = new Set<string>();
  const names = rowsAt('/').map(({ name }) => name);
  for (const group of Map.groupBy(names, (name) => name.split(':')[0]).values()) {
    let left = group;
    while (left.length > 0) {
      const chosen = (workspace: string) => rowsAt(workspace).filter(({ name }) => left.includes(name));
      const run = await runTurns(agent, (at) => chosen(at).flatMap(({ turns }) => turns), where);
      for (const what of run.violations) violations.add(what.replace(/^request \d+: /, ''));
      const told = rowsIn(agent, chosen('<workspace>'), run);
      Object.assign(rows, told);
      left = left.slice(Object.keys(told).length);
    }
  }
  return {
    request: {
      path: question.path,
      parameters: reader.parameters(question.body),
      messages: reader.messages(question.body),
      tools: reader.tools(question.body),
    },
    violations: [...violations].sort(),
    rows,
  };
}

/** The rows of one run, up to the first at which it ended early. */
function rowsIn(agent: Agent, rows: readonly Row[], { asked, printed }: Run): Rows {
  const told: Rows = {};
  let first = 1;
  for (const { name, turns } of rows) {
    // The request after each turn answers it.
    const answering = asked.slice(first, first + turns.length);
    if (answering.length < turns.length) {
      const far = `It ended after ${answering.length} of ${turns.length} turns.`;
      return { ...told, [name]: { failed: `${far} It printed: ${printed}` } };
    }
    told[name] = turns.map((calls, index) => turnIn(agent, calls, answering[index]?.body ?? {}));
    first += turns.length;
  }
  return told;
}

function turnIn({ wire }: Agent, calls: readonly ScriptedCall[], body: JsonObject): Turn {
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
