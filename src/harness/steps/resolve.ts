import { get, isFields, set } from './fields.ts';
import type { Step } from './step.ts';

/**
 * A path as an absolute one, seen from the folder in another field; `.` and `..` are taken out. `each`: the path of every item
 * of a list.
 */
export const resolve: Step<'resolve'> = {
  name: 'resolve',
  apply(fields, { field, against, each }) {
    const folder = get(fields, against);
    if (typeof folder !== 'string') return;
    if (each === undefined) {
      const path = get(fields, field);
      if (typeof path === 'string') set(fields, field, absolutePath(path, folder));
      return;
    }
    const list = get(fields, each);
    if (Array.isArray(list))
      set(
        fields,
        each,
        list.filter(isFields).map((item) => resolved(item, field, folder)),
      );
  },
};

function resolved(item: Record<string, unknown>, field: string, folder: string): Record<string, unknown> {
  const path = item[field];
  return typeof path === 'string' ? { ...item, [field]: absolutePath(path, folder) } : item;
}

export function absolutePath(path: string, folder: string): string {
  const parts: string[] = [];
  for (const part of (path.startsWith('/') ? path : `${folder}/${path}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}
