import { get, set } from './fields.ts';
import type { Step } from './step.ts';

/** A path as an absolute one, seen from the folder in another field; `.` and `..` are taken out. */
export const resolve: Step<'resolve'> = {
  name: 'resolve',
  apply(fields, { field, against }) {
    const [path, folder] = [get(fields, field), get(fields, against)];
    if (typeof path !== 'string' || typeof folder !== 'string') return;
    set(fields, field, absolutePath(path, folder));
  },
};

export function absolutePath(path: string, folder: string): string {
  const parts: string[] = [];
  for (const part of (path.startsWith('/') ? path : `${folder}/${path}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}
