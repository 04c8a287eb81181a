import type { ToolResult } from '../core/tool.ts';
import { fill } from '../text/template.ts';
import { inTheirNames } from './argument-names.ts';
import type { HarnessData, Rendering, StepData, ToolFace } from './data.ts';
import type { Fields } from './steps/fields.ts';
import { steps } from './steps/index.ts';

/** A result with its place in the log. `took`: milliseconds by the log's clock. `ran`: a tool was called for it. */
export type Returned = {
  call: string;
  took: number;
  ran: boolean;
  result: ToolResult;
  /** What is read in its place since a compaction left it out. */
  cleared?: string;
};

/** How the model reads a result. Without a face, which is how another harness's tools are told, it reads the data. `around`: fields that are not the result's own. */
export function read(
  { unanswered }: HarnessData,
  face: ToolFace | undefined,
  returned: Returned,
  around: Fields = {},
): string {
  const { call, took, ran, result, cleared } = returned;
  if (cleared !== undefined) return cleared;
  const fields = result.ok ? result.fields : { ...result.fields, why: result.why };
  if (!ran) return render(unanswered, { ...fields, call, took });
  if (!face) return JSON.stringify(fields);
  const all = { ...around, ...fields, ...(!result.ok && { why: reason(face, result) }), call, took };
  return render(result.ok ? face.render.ok : failed(face, fields), all);
}

/** Whether a wire that marks failures marks this one. */
export function isFailure(face: ToolFace | undefined, { ran, result }: Returned): boolean {
  const told = face && ran ? (result.ok ? face.render.ok : failed(face, result.fields)).fails : undefined;
  return told ? told.some((field) => Boolean(result.fields[field])) : !result.ok;
}

function reason(face: ToolFace, { why, fields: { named } }: ToolResult & { ok: false }): string {
  return Array.isArray(named) ? inTheirNames(face, why, named.map(String)) : why;
}

const failed = ({ render: { failed, faults } }: ToolFace, { fault }: Fields): Rendering =>
  (typeof fault === 'string' ? faults[fault] : undefined) ?? failed;

/** Changes the fields that it is given. */
export function render({ steps: told, template }: Rendering, fields: Fields): string {
  for (const step of told) apply(step, fields);
  return fill(template, fields);
}

function apply(told: StepData, fields: Fields): void {
  const step = steps.find(({ name }) => name === told.step);
  (step as { apply(fields: Fields, told: StepData): void } | undefined)?.apply(fields, told);
}
