import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { execa } from 'execa';
import { type Script, type SimModel, startModel } from '../../sim/model/index.ts';
import { dist } from '../support/dist.ts';
import { key, openStage } from '../support/oi.ts';
import { answerOn, commands, endOf, openScene } from '../support/stage.ts';

const product = await dist();
/** Whatever came before: a harness may begin with an exchange of its own. */
const script: Script = () => ({ text: 'Done.' });

/** A model server on this port; null where something else listens there. */
async function modelOn(port: number): Promise<SimModel | null> {
  try {
    const model = await startModel({ script, port });
    after(model.close);
    return model;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return null;
    throw error;
  }
}

async function modelSomewhere(t: TestContext): Promise<SimModel> {
  const model = await startModel({ script });
  t.after(model.close);
  return model;
}

const bare = { OI_BASE_URL: undefined, OI_MODEL: undefined, OI_API_KEY: undefined };
const authorizations = ({ requests }: SimModel) => requests.map(({ headers }) => headers.authorization);

/** Ports as `oi models` says them. */
const locals = { ollama: 11434, lmstudio: 1234, vllm: 8000, 'llama.cpp': 9931 };

for (const [id, port] of Object.entries(locals)) {
  test(`a model of ${id} is asked at its usual place on this machine, without a key`, async (t) => {
    const model = await modelOn(port);
    if (!model) return t.skip(`something else listens on port ${port}`);
    const at = openStage(product, model);
    const { code, stderr } = await at.run(['-m', `${id}/maker/some-model:30b`, 'Say hello.'], { env: bare });
    assert.equal(code, 0, stderr);
    assert.deepEqual(authorizations(model), [undefined]);
    assert.equal(model.requests[0]?.body['model'], 'maker/some-model:30b');
    assert.deepEqual(model.violations, []);
  });
}

test("a key of one's own goes to any address, a provider's key and the job's token to none but theirs", async (t) => {
  const model = await modelSomewhere(t);
  const at = openStage(product, model);
  const env = {
    ...bare,
    OI_BASE_URL: model.baseUrl,
    DEEPSEEK_API_KEY: 'sk-of-deepseek',
    GITHUB_TOKEN: 'ghs_x',
  };
  for (const name of ['deepseek/deepseek-v4-pro', 'custom/x', 'openrouter/qwen/qwen3-coder']) {
    const { code, stderr } = await at.run(['-m', name, 'Say hello.'], { env });
    assert.equal(code, 0, stderr);
  }
  assert.deepEqual(authorizations(model), [undefined, undefined, undefined]);
  await at.run(['-m', 'deepseek/deepseek-v4-pro', 'Say hello.'], { env: { ...env, OI_API_KEY: key } });
  assert.equal(authorizations(model).at(-1), `Bearer ${key}`);
  assert.doesNotMatch(JSON.stringify(model.requests), /sk-of-deepseek|ghs_x/);
});

test('what cannot be asked is said before anything is sent, with what to write instead', async (t) => {
  const model = await modelSomewhere(t);
  const at = openStage(product, model);
  const ask = async (name: string, env: Record<string, string> = {}, ...flags: string[]) =>
    (await at.run(['-m', name, ...flags, 'Say hello.'], { env: { ...bare, ...env } })).stderr;
  assert.match(await ask('depseek/deepseek-v4-pro'), /Did you mean deepseek\?.*\(model\.unknown\)/);
  assert.match(await ask('deepseek/deepseek-v4-pro'), /Set OI_API_KEY or DEEPSEEK_API_KEY.*\(key\.missing\)/);
  assert.match(await ask('custom/x'), /needs a base URL.*\(input\.missing\)/);
  const messages = { OI_BASE_URL: 'https://api.minimax.io/anthropic/v1', MINIMAX_API_KEY: key };
  assert.match(
    await ask('MiniMax-M3', messages, '--harness', 'pi'),
    /pi is spoken over chat, and minimax is asked over messages\. Use one of the harnesses claude-code, claude-code-bare, zcode\./,
  );
  assert.match(
    await ask('deepseek/x', { OI_API_KEY: key }, '--harness', 'zcode'),
    /zcode is spoken over messages, and deepseek is asked over chat\. Use one of the harnesses claude-code/,
  );
  const wire = ['--wire', 'messages', '--harness', 'pi'];
  assert.match(
    await ask('deepseek/x', { OI_API_KEY: key }, ...wire),
    /deepseek speaks chat.*\(input\.invalid\)/,
  );
  const token = { GITHUB_TOKEN: 'ghs_of_the_job' };
  assert.match(await ask('github-models/openai/gpt-4o', token), /GitHub Models was retired on 2026-07-30/);
  assert.equal(model.requests.length, 0);
});

test('oi models of the built product lists a provider, its key and its models', async () => {
  const oi = join(product, 'oi.js');
  const env = { ZAI_API_KEY: key };
  const { stdout } = await execa(process.execPath, [oi, 'models', 'zai'], { env, extendEnv: false });
  assert.match(stdout, /^zai +ZAI_API_KEY, set .*^zai\/glm-5\.3 +1,000,000 /ms);
  assert.equal(stdout.includes(key), false);
  const wrong = await execa(process.execPath, [oi, 'models', 'zia'], { reject: false });
  assert.equal(wrong.exitCode, 4);
  assert.match(wrong.stderr, /Did you mean zai/);
});

test('in a job, GitHub Models is told to be retired, and its token goes to no model server', async () => {
  const scene = await openScene();
  const { model, token, comment, issue, play } = scene;
  play(commands(["printf 'two\\n' > a.txt"]));
  const inputs = { 'api-key': '', model: 'github-models/openai/gpt-4o' };
  const env = { GITHUB_TOKEN: token.value };
  for (const address of ['', 'https://models.github.ai/inference']) {
    const on = issue();
    const result = await comment(on, '/oi fix it', 'ann', {
      inputs: { ...inputs, 'base-url': address },
      env,
    });
    assert.equal(endOf(result), 'failed, failure', result.raw);
    assert.match(answerOn(on), /GitHub Models was retired on 2026-07-30.*Use another provider/s);
  }
  assert.equal(model.requests.length, 0);

  const other = { inputs: { ...inputs, 'base-url': model.baseUrl }, env };
  const result = await comment(issue(), '/oi fix it', 'ann', other);
  assert.equal(endOf(result), 'changed, success', result.raw);
  assert.ok(model.requests.length > 0);
  assert.ok(authorizations(model).every((authorization) => authorization === undefined));
  assert.equal(JSON.stringify(model.requests).includes(token.value), false);
});
