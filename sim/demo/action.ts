// `npm run demo`: somebody comments `/oi fix …`, the action answers with a pull request. No key and no account is needed:
// GitHub, the runner and (unless --model is given) the model are simulated on this machine.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { needBubblewrap } from '../../tools/system-packages.ts';
import { openStage } from '../stage/index.ts';
import { mender } from './mender.ts';

const { values: flags } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    model: { type: 'string' },
    'base-url': { type: 'string' },
    harness: { type: 'string' },
  },
});
const say = (text: string): void => void (flags.json || console.log(text));

const dist = join(import.meta.dirname, '../../dist');
if (!existsSync(join(dist, 'action.js'))) throw new Error('There is no dist/: run npm run build first.');
needBubblewrap();
const stage = await openStage({
  dist,
  model: { script: mender },
  folder: join(import.meta.dirname, 'totals'),
});
try {
  const { github, repository } = stage;
  const issue = github.seed.issue(repository, {
    author: 'sam',
    title: 'Tax is off by a cent',
    body: 'An item of 9.99 with 19 % tax comes to 11.88 instead of 11.89.',
  });
  say(`@ann comments on #${issue.number} "${issue.title}": /oi fix the rounding in totals\n`);
  const result = await stage.comment(issue, '/oi fix the rounding in totals', 'ann', { inputs: realModel() });
  say(result.log);
  const answer = issue.comments.at(-1);
  say(`--- the comment of @${answer?.author.login} ---\n${answer?.body}\n`);
  const number = Number(result.outputs['pull-number']);
  const pull = repository.issues.get(number);
  if (pull?.pull) {
    say(`--- pull request #${number}${pull.pull.draft ? ' (draft)' : ''}: ${pull.title} ---\n${pull.body}\n`);
    say(`--- its diff ---\n${await repository.git.text(['diff', pull.pull.baseSha, pull.pull.headSha])}`);
  }
  say(
    `\nThe session's log: ${result.outputs['session-path']}/log.jsonl${flags.keep ? '' : ' (gone when this ends; --keep keeps it)'}`,
  );
  const { outcome = '', operation = '', 'pull-url': pullUrl = '', branch = '', commit = '' } = result.outputs;
  if (flags.json)
    console.log(
      JSON.stringify({ outcome, operation, pullUrl, branch, commit, conclusion: result.conclusion }),
    );
  for (const violation of [...github.violations, ...stage.model.violations])
    console.error(`violation: ${violation}`);
  if (flags.keep) {
    console.error(`The sim goes on at ${github.webUrl}; Ctrl-C ends it.`);
    await new Promise((done) => process.once('SIGINT', done));
  }
  process.exitCode = outcome === 'changed' ? 0 : 1;
} finally {
  await stage.close();
}

/** `--model` and its kin use a real model; the key comes from OI_API_KEY or the provider's own variable. */
function realModel(): Record<string, string> {
  if (!flags.model) return {};
  return {
    model: flags.model,
    'api-key': process.env['OI_API_KEY'] ?? '',
    'base-url': flags['base-url'] ?? '',
    harness: flags.harness ?? '',
  };
}
