import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { type SimModel, startModel, type Turn } from '../../sim/model/index.ts';
import { dist } from '../support/dist.ts';
import { type OiStage, openStage } from '../support/oi.ts';

const product = await dist();
const harnesses = ['native', 'mini-swe-agent', 'mini-swe-agent-text', 'pi', 'minimal'] as const;
type Harness = (typeof harnesses)[number];
/** Those that end by what a command prints; the others, by a message without a call. */
const endsByOutput = (harness: Harness): boolean => harness.startsWith('mini-swe-agent');

/** One command in the words of a harness. */
function command(harness: Harness, text: string): Turn {
  if (harness === 'native') return { text: 'Next.', calls: [{ name: 'exec_command', args: { cmd: text } }] };
  if (harness !== 'mini-swe-agent-text')
    return { text: 'Next.', calls: [{ name: 'bash', args: { command: text } }] };
  return { text: `Next.\n\n\`\`\`mswea_bash_command\n${text}\n\`\`\`` };
}

/** The model runs these commands and says that it is done. */
const script = (harness: Harness, commands: readonly string[]): Turn[] => [
  ...commands.map((text) => command(harness, text)),
  endsByOutput(harness)
    ? command(harness, 'echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT; echo Done')
    : { text: 'Done' },
];

async function stageWith(turns: readonly Turn[]): Promise<{ at: OiStage; model: SimModel }> {
  const model = await startModel({ script: turns });
  after(model.close);
  return { at: openStage(product, model), model };
}

async function run(harness: Harness, commands: readonly string[]): Promise<SimModel> {
  const { at, model } = await stageWith(script(harness, commands));
  const { code, stderr } = await at.run(['--harness', harness, 'Round the totals.']);
  assert.equal(code, 0, stderr);
  assert.deepEqual(model.violations, []);
  return model;
}

const bytesOf = (model: SimModel): Buffer[] => model.requests.map(({ bytes }) => bytes);

/** How many bytes two requests have in common, from their start. */
function commonBytes(one: Buffer, other: Buffer): number {
  const differs = one.findIndex((byte, at) => byte !== other[at]);
  return differs === -1 ? one.length : differs;
}

const most: { [harness in Harness]: number } = {
  native: 3000,
  'mini-swe-agent': 1500,
  'mini-swe-agent-text': 1500,
  pi: 1500,
  minimal: 1500,
};

for (const harness of harnesses) {
  suite(`the requests of ${harness}`, { concurrency: true }, () => {
    test(`the first has at most ${most[harness]} tokens, all of its body counted`, async () => {
      const [first] = bytesOf(await run(harness, []));
      const tokens = countTokens(first?.toString('utf8') ?? '');
      assert.ok(tokens > 100 && tokens <= most[harness], `${tokens} tokens`);
    });

    test('there are none beside the conversation, over one connection, and each extends the one before', async () => {
      const model = await run(harness, ['true', 'ls -la', 'echo one > a; cat a', 'false', 'seq 1 9999']);
      assert.deepEqual(
        model.requests.map(({ path }) => path),
        Array.from({ length: 6 }, () => '/v1/chat/completions'),
      );
      assert.equal(model.connections(), 1);
      const bodies = bytesOf(model);
      for (const [at, body] of bodies.slice(1).entries()) {
        // Without the two brackets that close the list and the body.
        const stem = bodies[at]?.subarray(0, -2) ?? Buffer.alloc(0);
        assert.ok(body.subarray(0, stem.length).equals(stem), `request ${at + 2}`);
      }
    });

    test('the first is for 97 of 100 bytes the same in another folder', async () => {
      const { at, model } = await stageWith([...script(harness, [])]);
      const elsewhere = join(at.home, 'a', 'quite', 'different', 'folder');
      mkdirSync(elsewhere, { recursive: true });
      for (const cwd of [at.folder, elsewhere]) {
        const { code, stderr } = await at.run(['--harness', harness, 'Round the totals.'], { cwd });
        assert.equal(code, 0, stderr);
      }
      const [here = Buffer.alloc(0), there = Buffer.alloc(0)] = bytesOf(model);
      const common = commonBytes(here, there);
      assert.ok(common / here.length >= 0.97, `${common} of ${here.length} bytes`);
    });

    test('50 MB of output come to the model as at most 20 kB, and it hears how much is missing', async () => {
      const [first, second] = bytesOf(await run(harness, ['yes 0123456789abcdef | head -c 50000000']));
      const more = (second?.length ?? 0) - (first?.length ?? 0);
      assert.ok(more > 1000 && more <= 20_000, `${more} bytes`);
      // One counts lines of 17 characters, the others characters.
      const missing = harness === 'pi' ? /lines 2940\d{3}-2941177 of 2941177/ : /(?<!\d)49\d{6}(?!\d)/;
      assert.match(second?.toString('utf8') ?? '', missing);
    });
  });
}
