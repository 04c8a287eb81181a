import type { StepData } from '../data.ts';
import { add } from './add.ts';
import { bytes } from './bytes.ts';
import { cut } from './cut.ts';
import { divide } from './divide.ts';
import { ended } from './ended.ts';
import { ends } from './ends.ts';
import { front } from './front.ts';
import { hash } from './hash.ts';
import { join } from './join.ts';
import { json } from './json.ts';
import { number } from './number.ts';
import { or } from './or.ts';
import { resolve } from './resolve.ts';
import { sort } from './sort.ts';
import type { Step } from './step.ts';
import { tail } from './tail.ts';
import { tokens } from './tokens.ts';
import { trim } from './trim.ts';
import { unclose } from './unclose.ts';
import { words } from './words.ts';

/** Every step that a rendering can name. */
export const steps: readonly { [Name in StepData['step']]: Step<Name> }[StepData['step']][] = [
  add,
  bytes,
  cut,
  or,
  divide,
  ended,
  ends,
  front,
  hash,
  join,
  json,
  number,
  resolve,
  sort,
  tail,
  tokens,
  trim,
  unclose,
  words,
];
