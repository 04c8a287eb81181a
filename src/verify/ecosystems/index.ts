import { cmake } from './cmake.ts';
import { deno } from './deno.ts';
import type { Ecosystem } from './ecosystem.ts';
import { go } from './go.ts';
import { jvm } from './jvm.ts';
import { node } from './node.ts';
import { others } from './others.ts';
import { php } from './php.ts';
import { python } from './python.ts';
import { ruby } from './ruby.ts';
import { just, make, task } from './runners.ts';
import { rust } from './rust.ts';

/** Languages first; of the runners over them the first that tests is taken. */
export const ecosystems: readonly Ecosystem[] = [
  node,
  deno,
  python,
  rust,
  go,
  ruby,
  php,
  jvm,
  others,
  make,
  just,
  task,
  cmake,
];
