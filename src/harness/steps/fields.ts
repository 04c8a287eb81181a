/** The fields of a result on their way through the steps. */
export type Fields = { [name: string]: unknown };

/** The value at a path like `output.head`; undefined where there is none. */
export function get(fields: Fields, path: string): unknown {
  return path.split('.').reduce<unknown>((at, name) => (isFields(at) ? at[name] : undefined), fields);
}

/** Puts a value at a path whose parents exist, which are copied first; what has no parent stays as it is. */
export function set(fields: Fields, path: string, value: unknown): void {
  const [name = '', ...rest] = path.split('.');
  const child = fields[name];
  if (rest.length === 0) fields[name] = value;
  else if (isFields(child)) {
    const copy = { ...child };
    set(copy, rest.join('.'), value);
    fields[name] = copy;
  }
}

export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
