import * as z from 'zod/mini';
import { fileModes } from '../core/change.ts';
import { type Code, errorTable } from '../core/errors.ts';
import { wireIds } from '../core/model.ts';

const count = z.number().check(z.minimum(0));
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const commit = z.string().check(z.regex(/^[0-9a-f]{40}$/));
/** A relative path that leaves no folder and touches no `.git`. */
const path = z
  .string()
  .check(z.regex(/^(?!\/)(?!(?:.*\/)?(?:\.{0,2}|\.git)(?:\/|$))[^\0]+$/i), z.maxLength(4096));
const before = z.strictObject({ mode: z.enum(fileModes), bytes: z.nullable(sha256) });
const now = z.strictObject({ mode: z.enum(fileModes), bytes: sha256, size: count });
const file = z.strictObject({ path, before: z.nullable(before), now: z.nullable(now) });
const codes = Object.keys(errorTable) as [Code, ...Code[]];
const remarks = z.array(z.strictObject({ path: z.string(), why: z.string() }));

const check = z.strictObject({ name: z.string(), command: z.string(), why: z.string() });
const ran = z.strictObject({
  code: z.nullable(z.int()),
  killed: z.nullable(z.enum(['timeout', 'cancelled', 'flood', 'stopped'])),
  milliseconds: count,
});

/** Whoever wrote a handover may be the attacker: nothing that this schema does not name comes through. */
export const handoverShape = z.strictObject({
  ended: z.discriminatedUnion('how', [
    z.strictObject({ how: z.literal('finished') }),
    z.strictObject({
      how: z.literal('stopped'),
      because: z.enum(['limit', 'cancelled', 'gave-up']),
      why: z.string(),
    }),
    z.strictObject({
      how: z.literal('failed'),
      problem: z.strictObject({ code: z.enum(codes), happened: z.string(), advice: z.string() }),
    }),
  ]),
  title: z.string(),
  body: z.string(),
  change: z.nullable(z.strictObject({ base: commit, files: z.array(file) })),
  patch: z.nullable(sha256),
  left: remarks,
  barred: remarks,
  notes: z.array(z.string()),
  hidden: z.array(z.strictObject({ where: z.string(), count })),
  verdicts: z.array(
    z.strictObject({ check, before: z.nullable(ran), after: ran, scripts: z.array(z.string()) }),
  ),
  findings: z.array(z.strictObject({ kind: z.string(), path: z.string(), count, sentence: z.string() })),
  checked: z.string(),
  chosen: z.nullable(
    z.strictObject({ model: z.string(), harness: z.string(), wire: z.enum(wireIds), why: z.string() }),
  ),
  turns: count,
  usage: z.strictObject({
    input: count,
    cached: count,
    output: count,
    usd: count,
    listed: count,
    untold: z.strictObject({ tokens: count, prices: count }),
  }),
});
