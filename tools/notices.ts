import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The licence texts of every package that is in the bundle, from the bundler's list of inputs. */
export function notices(root: string, inputs: readonly string[]): string {
  const folders = new Set(inputs.flatMap((input) => packageFolder(input) ?? []));
  const parts = [...folders].sort().map((folder) => notice(root, folder));
  return `This software contains the following packages.\n\n${parts.join('\n')}`;
}

function packageFolder(input: string): string | null {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? null;
}

function notice(root: string, folder: string): string {
  const about = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    license?: string;
  };
  const text = licence(root, folder, about.name);
  return `--- ${about.name} ${about.version} (${about.license ?? 'see below'})\n\n${text}\n`;
}

/** The package's own text, else one that was kept beside this. */
function licence(root: string, folder: string, name: string): string {
  const file = readdirSync(join(root, folder)).find((name) => /^licen[cs]e/i.test(name));
  const kept = join(root, 'tools/licences', `${name.replace('/', '+')}.txt`);
  return readFileSync(file ? join(root, folder, file) : kept, 'utf8').trim();
}
