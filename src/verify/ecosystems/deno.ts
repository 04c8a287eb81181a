import * as z from 'zod/mini';
import { parseJson } from '../source/data.ts';
import { check, type Ecosystem, found, nothing } from './ecosystem.ts';

const schema = z.object({ tasks: z.catch(z.record(z.string(), z.unknown()), {}) });

export const deno: Ecosystem = {
  name: 'Deno',
  runner: false,
  async detect(root) {
    const file = root.first('deno.json', 'deno.jsonc');
    if (file === null) return nothing;
    const { success, data } = schema.safeParse(parseJson((await root.text(file)) ?? ''));
    const has = (task: string) => success && Object.hasOwn(data.tasks, task);
    return found(
      has('test')
        ? check('test', 'deno task test', `the task \`test\` of ${file}`)
        : check('test', 'deno test --no-remote', `a ${file}`),
      ...(has('lint') ? [check('lint', 'deno task lint', `the task \`lint\` of ${file}`)] : []),
    );
  },
};
