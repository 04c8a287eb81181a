import { test } from 'node:test';
import { playScripts } from '../support/oracle/play-scripts.ts';

for (const [title, play] of await playScripts('hostile-asking')) test(title, play);
