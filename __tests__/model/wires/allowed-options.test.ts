import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wireIds } from '../../../src/core/model.ts';
import { bash, modelAt, sayOver, simFor } from '../ask-sim.ts';

for (const wire of wireIds)
  test(`${wire}: how tools are called is said only where there are tools`, async (t) => {
    const sim = await simFor(t, { script: () => ({ text: 'Hi.' }) });
    const { ask } = await modelAt(sim.baseUrl, { wire });
    const choice = wire === 'messages' ? { type: 'auto' } : 'auto';
    const parallel = wire === 'messages' ? {} : { parallel_tool_calls: true };
    const prompt = sayOver(wire, 'Hi');
    const options = { ...prompt.options, tool_choice: choice, ...parallel };
    await ask({ ...prompt, options });
    await ask({ ...prompt, options, tools: [bash] });
    const [without, withTools] = sim.requests.map(({ body }) => body);
    assert.equal('tool_choice' in (without ?? {}) || 'parallel_tool_calls' in (without ?? {}), false);
    assert.deepEqual(withTools?.['tool_choice'], choice);
    assert.deepEqual(sim.violations, []);
  });
