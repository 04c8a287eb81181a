// Writes harnesses/schema.json, which editors check a harness.yml by. Run: node tools/harness-schema.ts
import { writeFileSync } from 'node:fs';
import { harnessJsonSchema } from '../src/harness/load/json-schema.ts';

const file = new URL('../harnesses/schema.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(harnessJsonSchema(), null, 2)}\n`);
