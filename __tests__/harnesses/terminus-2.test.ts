import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { data } from '../harness/play.ts';

type Parameter = {
  type: string;
  required?: boolean;
  default?: unknown;
  items?: {
    required: string[];
    properties: Record<string, { type: string; default?: number; max?: number }>;
  };
};
type Facts = { [id: string]: { tools: { params: Record<string, Parameter> }[] } };
type Schema = { type: string; default?: unknown; maximum?: number; required?: string[]; items?: Schema } & {
  properties?: Record<string, Schema>;
};

const file = join(import.meta.dirname, '../../../shared/harness-facts/tools.json');
const skip = existsSync(file) ? false : 'the facts about harnesses (../shared/harness-facts) are not here';

for (const id of ['terminus-2', 'terminus-2-xml'])
  test(`${id}: an answer has the fields, types, required flags, defaults and limits of the original`, {
    skip,
  }, async () => {
    const { params = {} } = (JSON.parse(readFileSync(file, 'utf8')) as Facts)['terminus-2']?.tools[0] ?? {};
    const [tool] = (await data(id)).tools;
    const { properties = {}, required } = (tool?.parameters ?? {}) as unknown as Schema;
    assert.deepEqual(Object.keys(properties), Object.keys(params));
    for (const [name, theirs] of Object.entries(params)) {
      const ours = properties[name];
      assert.deepEqual([ours?.type, ours?.default], [theirs.type, theirs.default], name);
      assert.equal(required?.includes(name), theirs.required ?? false, name);
    }
    const [inEach, theirs] = [properties['commands']?.items, params['commands']?.items];
    assert.deepEqual(inEach?.required, theirs?.required);
    assert.deepEqual(
      Object.entries(inEach?.properties ?? {}).map(([name, { type, default: usual, maximum }]) => [
        name,
        {
          type,
          ...(usual !== undefined && { default: usual }),
          ...(maximum !== undefined && { max: maximum }),
        },
      ]),
      Object.entries(theirs?.properties ?? {}),
    );
  });
