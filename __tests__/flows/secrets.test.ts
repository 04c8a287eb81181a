import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { wrongKey } from '../../sim/model/faults.ts';
import type { Job } from '../../sim/runner/index.ts';
import { temporaryFolder } from '../support/folder.ts';
import { answerOn, commands, endOf, openScene } from '../support/stage.ts';

/** Of this file alone: others run beside it, some with a defence left out, and every process of the machine is looked at. */
const key = `sk-canary-${randomBytes(12).toString('hex')}`;
const faults: (ReturnType<typeof wrongKey> | null)[] = [];
const scene = await openScene({ model: { faults } });
const { github, model, token, play, issue, comment, git } = scene;

/** A secret as it would be found again: as it is, in Base64 at each of the three places where it can begin, in hex, in a URL. */
function formsOf(secret: string): string[] {
  const base64 = [0, 1, 2].map((shift) => {
    const whole = Buffer.from(`${'\0'.repeat(shift)}${secret}`).toString('base64');
    return whole.slice(shift === 0 ? 0 : shift + 1).replace(/.?=+$/, '');
  });
  return [secret, ...base64, Buffer.from(secret).toString('hex'), encodeURIComponent(secret)];
}
const forms = [key, token.value].flatMap(formsOf);
const holdsSecret = (text: string): boolean => forms.some((form) => text.includes(form));

/** Every file below a folder, byte by byte, and what links point at. */
function* filesBelow(folder: string): Generator<[path: string, content: string]> {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) yield [path, readFileSync(path, 'latin1')];
    else if (entry.isSymbolicLink()) yield [path, readlinkSync(path)];
  }
}

/** Looks at every process again and again: whose arguments or environment hold a secret, and who was there at all. */
function watchProcesses(t: TestContext, root: string) {
  const seen = new Set<string>();
  const leaks = new Set<string>();
  const read = (path: string): string => {
    try {
      return readFileSync(path, 'latin1');
    } catch {
      return '';
    }
  };
  /** Both of one program. A process that is just becoming another one, or ending, has no arguments: it runs none. */
  const startedWith = (process: string): [line: string, environment: string] => {
    for (;;) {
      const line = read(`${process}/cmdline`);
      const environment = read(`${process}/environ`);
      if (read(`${process}/cmdline`) === line) return line === '' ? ['', ''] : [line, environment];
    }
  };
  const look = (): void => {
    for (const process of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      const [line, environment] = startedWith(`/proc/${process}`);
      if (`${line}${environment}`.includes(root)) seen.add(read(`/proc/${process}/comm`).trim());
      // The action's own processes are given both by the runner: they are the only ones that may have them.
      if (/\0[^\0]*\/dist\/(?:action|post)\.js\0$/.test(line)) continue;
      if (holdsSecret(`${line}\n${environment}`)) leaks.add(line.replaceAll('\0', ' '));
    }
  };
  const timer = setInterval(look, 50);
  github.before = look;
  t.after(() => {
    clearInterval(timer);
    github.before = null;
  });
  return { seen, leaks, look };
}

/** Everything that a run left for anybody to read. */
async function assertNowhere(result: Awaited<ReturnType<typeof comment>>, root: string): Promise<void> {
  const texts: Record<string, string> = {
    log: result.raw,
    summary: result.summary,
    outputs: JSON.stringify([result.outputs, result.state, result.env, result.annotations]),
    'requests to GitHub': JSON.stringify(github.requests),
    'requests to the model': model.requests.map(({ bytes, path }) => `${path} ${bytes}`).join('\n'),
    'issues, pull requests and comments': JSON.stringify(
      [...scene.repository.issues.values()].map(({ title, body, comments }) => [
        title,
        body,
        comments.map((each) => each.body),
      ]),
    ),
    'commits and their files': await git('log', '--all', '--patch', '--text', '--format=raw'),
  };
  for (const [where, text] of Object.entries(texts))
    assert.ok(!holdsSecret(text), `a secret is in the ${where}`);
  for (const [path, content] of filesBelow(root))
    assert.ok(!holdsSecret(content), `a secret is in the file ${path}`);
  const headers = (requests: readonly { headers: object }[]): string =>
    JSON.stringify(requests.map((each) => each.headers));
  assert.ok(!headers(github.requests).includes(key), 'the key goes to the model alone');
  assert.ok(!headers(model.requests).includes(token.value), 'the token goes to GitHub alone');
}

/** A disk for a job, to be searched afterwards. Others may pass through, as on a runner's. */
function disk(): string {
  const root = temporaryFolder();
  chmodSync(root, 0o755);
  return root;
}

const over = (root: string): Partial<Job> => ({ root, inputs: { 'api-key': key } });

test('T32, T34, T35: key and token are in no file, log, request, comment or child process, whatever the agent looks at', async (t) => {
  const root = disk();
  const { seen, leaks, look } = watchProcesses(t, root);
  const turns = commands([
    'env > env.txt; cat /proc/self/environ /proc/[0-9]*/environ 2>/dev/null | tr "\\0" "\\n" > environ.txt; sleep 0.2',
    'cat /proc/[0-9]*/cmdline 2>/dev/null | tr "\\0" "\\n" > cmdline.txt; git config --list > config.txt; find / -name "*.sh" -path "*temp*" > found.txt 2>/dev/null; true',
  ]);
  play(({ turn }) => {
    look();
    return turns[turn] ?? { text: '' };
  });
  const result = await comment(issue(), '/oi fix', 'ann', over(root));
  assert.equal(endOf(result), 'changed, success', result.raw);
  assert.ok(
    model.requests.some(({ headers }) => headers.authorization === `Bearer ${key}`),
    'the key is the one that was used',
  );
  await assertNowhere(result, root);
  assert.deepEqual([...leaks], []);
  for (const name of ['git', 'bwrap']) assert.ok(seen.has(name), `${name} was seen, among ${[...seen]}`);
});

test('a provider that repeats the key in its refusal does not make us repeat it', async () => {
  const root = disk();
  faults.length = model.requests.length;
  faults.push(wrongKey(`Incorrect API key provided: ${key}. You can find yours at example.test.`));
  const subject = issue();
  const result = await comment(subject, '/oi fix', 'ann', over(root));
  assert.equal(endOf(result), 'failed, failure');
  assert.match(answerOn(subject), /refuses the key/);
  await assertNowhere(result, root);
});

test('a change that holds a live secret of the job is not published, and no patch of it is shown', async () => {
  const root = disk();
  const subject = issue();
  // The agent cannot know it. Put together in the shell, it stands in no command either, where it would be hidden.
  play(commands(["printf '%s-%s' deploy-canary 4fPq8sVx1LmZ > a.txt"]));
  const secret = 'deploy-canary-4fPq8sVx1LmZ';
  const result = await comment(subject, '/oi fix', 'ann', { ...over(root), env: { DEPLOY_TOKEN: secret } });
  assert.equal(endOf(result), 'failed, failure');
  assert.equal(result.outputs['branch'], '');
  assert.match(
    answerOn(subject),
    /^The file "a\.txt" holds a secret of this run, .* Take the secret out .*\(`secret\.found`\)$/m,
  );
  for (const text of [answerOn(subject), result.raw, result.summary, JSON.stringify(github.requests)])
    assert.ok(!text.includes(secret));
  for (const [path, content] of filesBelow(join(root, 'work', '_temp', 'oi')))
    assert.ok(!content.includes(secret), path);
});

/** What only somebody who has it could say: a few of its letters in a row, with others between. */
const spaced = [...key].join(' ');
const letters = (text: string): string => text.replace(/[^A-Za-z0-9]/g, '').toLowerCase();
const says = (text: string): boolean => letters(text).includes(letters(key).slice(8, 24));

/** Everything that people see of a run, by where. */
function shownTo(
  subject: ReturnType<typeof issue>,
  result: Awaited<ReturnType<typeof comment>>,
  root: string,
) {
  const kept = [...filesBelow(join(root, 'work', '_temp', 'oi'))];
  return {
    log: result.raw,
    summary: result.summary,
    outputs: JSON.stringify(result.outputs),
    comment: answerOn(subject),
    'requests to GitHub': JSON.stringify(github.requests),
    'pull requests': JSON.stringify(scene.pulls().map(({ title, body }) => [title, body])),
    transcript: kept.find(([path]) => path.endsWith('transcript.html'))?.[1] ?? 'there is none',
    patch: kept.find(([path]) => path.endsWith('change.patch'))?.[1] ?? 'there is none',
  };
}
const sayingIn = (shown: ReturnType<typeof shownTo>): string[] =>
  Object.entries(shown).flatMap(([where, text]) => (says(text) ? [where] : []));

test('T43: a secret in other letters gets out in no text', async () => {
  const root = disk();
  const subject = issue();
  play(commands([`echo two > a.txt; : ${spaced}`], `Mend ${spaced}\n\nDone: ${spaced}.`));
  const result = await comment(subject, '/oi fix', 'ann', over(root));
  assert.equal(endOf(result), 'changed, success', result.raw);
  const shown = shownTo(subject, result, root);
  assert.deepEqual(sayingIn(shown), []);
  for (const where of ['log', 'pull requests', 'transcript'] as const)
    assert.match(shown[where], /\*\*\*/, where);
});

test('T43: a change that says a secret in other letters is neither published nor shown', async () => {
  const root = disk();
  const subject = issue();
  play(commands([`echo '${spaced}' > a.txt`]));
  const result = await comment(subject, '/oi fix', 'ann', over(root));
  assert.equal(endOf(result), 'failed, failure', result.raw);
  const shown = shownTo(subject, result, root);
  assert.deepEqual(sayingIn(shown), []);
  assert.equal(shown.patch, 'there is none');
  assert.match(
    shown.comment,
    /^The file "a\.txt" holds a secret of this run, .* Take it out .*\(`secret\.found`\)$/m,
  );
  assert.equal(result.outputs['branch'], '');
});
