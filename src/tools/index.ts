import type { Tool } from '../core/tool.ts';
import { exec } from './exec.ts';
import { finish } from './finish.ts';
import { glob } from './glob.ts';
import { grep } from './grep.ts';
import { input } from './input.ts';
import { list } from './list.ts';
import { patch } from './patch.ts';
import { poll } from './poll.ts';
import { read } from './read.ts';
import { replace } from './replace.ts';
import { splice } from './splice.ts';
import { stop } from './stop.ts';
import { terminal } from './terminal.ts';
import { todo } from './todo.ts';
import { write } from './write.ts';

/** Every canonical tool. Order means nothing: a harness shows those that it names, in its own order. */
export const tools: readonly Tool[] = [
  exec,
  poll,
  input,
  stop,
  terminal,
  read,
  write,
  replace,
  splice,
  patch,
  list,
  glob,
  grep,
  todo,
  finish,
];
