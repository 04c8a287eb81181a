import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { data } from '../harness/play.ts';

/** What real agents offer, captured or read from their source. */
type Tools = { tools: { name: string; kind?: string; params: Record<string, Parameter> }[] };
/** `classic_tools` are what an older version has, or one that is asked for them. */
type Facts = Record<string, Tools & { classic_tools?: Tools }>;
type Items = {
  properties?: Record<string, { type: string; enum?: string[] }>;
  required?: string[];
  additionalProperties?: boolean;
};
type Parameter = { type: string; required: boolean; enum?: string[]; items?: Items };
type Schema = {
  properties: Record<string, { type: string; anyOf?: unknown[]; enum?: string[]; items?: Items }>;
  required?: string[];
  additionalProperties?: boolean;
};

const file = join(import.meta.dirname, '../../../shared/harness-facts/tools.json');
const skip = existsSync(file) ? false : 'the facts about harnesses (../shared/harness-facts) are not here';

for (const id of [
  'native',
  'mini-swe-agent',
  'mini-swe-agent-text',
  'pi',
  'qwen-code',
  'opencode',
  'claude-code',
  'claude-code-bare',
  'deepseek-tui',
  'little-coder',
  'kimi-code',
  'kimi-cli',
  'zcode',
]) {
  test(`${id}: tools have the names, parameters, types and required flags of the original`, {
    skip,
  }, async () => {
    const facts = JSON.parse(readFileSync(file, 'utf8')) as Facts;
    const known = facts[id.replace(/-text$/, '')];
    // The captured version has no update_plan any more; the one that minimal offers is the older one's.
    const older = facts['minimal']?.tools.filter(({ name }) => name === 'update_plan') ?? [];
    const originals = [...(known?.tools ?? []), ...(known?.classic_tools?.tools ?? []), ...older];
    for (const { name, parameters } of (await data(id)).tools) {
      const original = originals.find((tool) => tool.name === name) ?? assert.fail(`${id} has no ${name}`);
      const { properties, required = [] } = parameters as unknown as Schema;
      // Over chat, a tool that takes raw text takes it as its one parameter `input`.
      const theirs =
        original.kind === 'custom'
          ? { input: Object.values(original.params)[0] as Parameter }
          : original.params;
      for (const [parameter, { type: one, anyOf, enum: words }] of Object.entries(properties)) {
        const type = anyOf ? 'union' : one;
        assert.equal(type, theirs[parameter]?.type.replace('object|array', 'union'), `${name}.${parameter}`);
        assert.deepEqual(words, theirs[parameter]?.enum, `${name}.${parameter}`);
      }
      compareItems(properties, theirs, name);
      const needed = Object.keys(theirs).filter((parameter) => theirs[parameter]?.required);
      assert.deepEqual([...required].sort(), needed.sort(), name);
    }
  });
}

test('swe-agent: commands are written as the original’s, with options named as its parameters', {
  skip,
}, async () => {
  const facts = JSON.parse(readFileSync(file, 'utf8')) as Facts;
  const originals = facts['swe-agent']?.tools ?? [];
  const { codec } = await data('swe-agent');
  assert.ok(codec.name === 'commands');
  const usages = Object.values(codec.commands).map(({ usage }) => usage.split(/[\s[\]]+/));
  const names = new Set([codec.otherwise.tool, ...usages.map(([name = '']) => name)]);
  assert.deepEqual([...names].sort(), originals.map(({ name }) => name).sort());
  const { command, path, ...options } =
    originals.find(({ name }) => name === 'str_replace_editor')?.params ?? assert.fail('no editor');
  const ours = usages.filter(([name]) => name === 'str_replace_editor');
  const left = new Set(['undo_edit']);
  const commands = command?.enum?.filter((word) => !left.has(word));
  assert.deepEqual(new Set(ours.map(([, word]) => word)), new Set(commands));
  assert.ok(path && ours.every(([, , word]) => word === '<path>'));
  const named = ours.flatMap((words) => words.filter((word) => word.startsWith('--')));
  assert.deepEqual(new Set(named), new Set(Object.keys(options).map((option) => `--${option}`)));
});

/** Of lists of objects: the same for what is in them. */
function compareItems(
  properties: Schema['properties'],
  theirs: Record<string, Parameter>,
  tool: string,
): void {
  for (const [parameter, { items }] of Object.entries(properties)) {
    const original = theirs[parameter]?.items;
    if (!original?.properties) continue;
    const types = ({ properties = {} }: Items) =>
      Object.entries(properties).map(([name, { type, enum: words }]) => [name, type, words]);
    assert.ok(items, `${tool}.${parameter}`);
    assert.deepEqual(types(items), types(original), `${tool}.${parameter}`);
    assert.deepEqual([...(items.required ?? [])].sort(), [...(original.required ?? [])].sort());
    if (original.additionalProperties !== undefined)
      assert.equal(items.additionalProperties, original.additionalProperties, `${tool}.${parameter}`);
  }
}
