import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startModel } from '../../sim/model/index.ts';
import { dist } from '../support/dist.ts';
import { openStage } from '../support/oi.ts';

test('a request that would go over max-usd at the list price is never sent, the first one included', async (t) => {
  const model = await startModel({ script: [{ text: 'Done.' }] });
  t.after(model.close);
  const at = openStage(await dist(), model);
  const env = { OI_BASE_URL: undefined, OI_API_KEY: undefined, DEEPSEEK_API_KEY: 'sk-never-sent' };
  const cap = ['-m', 'deepseek/deepseek-v4-flash', '--max-usd', '0.0001', 'Mend it.'];
  const { code, stdout, stderr } = await at.run(cap, { env });
  assert.equal(code, 1, stderr);
  assert.match(
    stdout + stderr,
    /The next request may cost \$0\.000\d, which would go over the limit of \$0\.0001\. Raise the limit/,
  );
  const types = at.log().map(({ type }) => type);
  assert.ok(types.includes('work.stopped') && !types.includes('model.asked'));
});
