// Runs within the sealed namespace: records one original and writes the recording to standard output.
import { join } from 'node:path';
import { originals } from './originals/index.ts';
import { record } from './record.ts';

const [id = '', folder = '', date = '', only = ''] = process.argv.slice(2);
const original = originals.find((one) => one.id === id);
if (!original) throw new Error(`There is no ${id}.`);
const program = join(folder, 'node_modules', original.program);
const command = /\.m?js$/.test(program) ? [process.execPath, program] : [program];
const where = { folder, command, path: process.env['PATH'] ?? '' };
process.stdout.write(JSON.stringify(await record(original, date, where, only)));
