import { passes } from '../../src/agent/fall-back.ts';
import { type Code, errorTable, type Fault } from '../../src/core/errors.ts';

/** What a code means, and what usually helps: typed by code, so that a new one cannot be forgotten here. */
const meanings: Record<Code, readonly [what: string, help: string]> = {
  'input.invalid': [
    'A flag, variable or input has a value that is not allowed.',
    'The message names it and what is allowed.',
  ],
  'input.missing': ['Something that has no default was not given: a prompt, a model, a token.', 'Give it.'],
  'config.invalid': [
    'The settings file has a mistake.',
    'The message names file, line and the nearest right key.',
  ],
  'environment.planted': [
    'A variable loaded other code into the action before its own, such as LD_PRELOAD or NODE_OPTIONS with `--require`.',
    'Empty it for this step; if you did not set it, an earlier step did: replace the key.',
  ],
  'folder.missing': ['The folder to work on does not exist.', 'Name one that does.'],
  'folder.refused': [
    'The folder may not be worked on: a home, a system folder, a protected path that is a link.',
    'Choose a folder that holds the project alone.',
  ],
  'harness.unknown': ['There is no harness of that name.', 'The message lists the nearest ones.'],
  'harness.invalid': ['A harness folder has mistakes.', 'Each is named with file, line and column.'],
  'session.unknown': ['There is no session of that name.', 'Take the name that the earlier run printed.'],
  'session.newer': ['The session was written by a newer version.', 'Go on with that version.'],
  'session.damaged': ['The log of the session cannot be read.', 'Start a new session; nothing was changed.'],
  'session.unwritable': [
    'The session’s log cannot be written.',
    'Free some space, or give the folder back its rights.',
  ],
  'session.busy': ['Another process works on the session.', 'Wait for it, or stop it.'],
  'sandbox.unavailable': [
    'This machine cannot make a sandbox, and no command runs without one.',
    'The message says what is missing, usually bubblewrap or user namespaces.',
  ],
  'sandbox.unsound': ['The sandbox’s own test found a hole.', 'Report it with the message; nothing was run.'],
  'sandbox.lost': ['The sandbox ended in the middle of the work.', 'Run again.'],
  'key.missing': [
    'No key was found for the model’s provider.',
    'Set the variable or input that the message names.',
  ],
  'key.refused': ['The provider refused the key.', 'Check that it is valid and for this provider.'],
  'model.unknown': ['The provider has no such model, or there is no such provider.', 'Check the name.'],
  'model.rejected': ['The provider refused the request.', 'The message has the provider’s own sentence.'],
  'model.limited': [
    'The provider’s rate limit or quota is used up.',
    'The message says when it ends, if the provider did.',
  ],
  'model.unavailable': ['The provider answered with an error of its own, several times.', 'Try again later.'],
  'model.unreachable': ['The provider’s address does not answer.', 'Check the base URL and the network.'],
  'model.cut': ['The answer broke off, several times.', 'Try again.'],
  'model.idle': ['The provider went silent.', 'Try again, or raise the time limit.'],
  'model.not-an-api': ['The base URL answers with a web page.', 'It probably lacks /v1.'],
  'model.empty': ['The model answered nothing, several times.', 'Try another model or harness.'],
  'model.overflow': [
    'The conversation is longer than the model’s window, even after it was made shorter, where the harness does that.',
    'Ask for a smaller step, or take a model with a larger window.',
  ],
  'model.filtered': ['The provider’s content filter stopped the answer.', 'Word the task differently.'],
  'model.refused': [
    'The model declined the task, in words that the message has.',
    'Word the task differently, or use another model.',
  ],
  'forge.token-refused': ['GitHub refused the token.', 'Check that it is valid.'],
  'forge.forbidden': ['The token lacks a permission.', 'The message names it.'],
  'forge.missing': [
    'GitHub has no such thing, or the token may not see it.',
    'Check the repository and the token.',
  ],
  'forge.limited': ['GitHub’s rate limit is used up.', 'Wait, then run the job again.'],
  'forge.unavailable': ['GitHub did not answer as it should.', 'Run the job again later.'],
  'forge.rejected': ['GitHub refused a request.', 'The message has GitHub’s reason.'],
  'repository.empty': ['The repository has no commit yet.', 'Push a first one.'],
  'checkout.failed': ['The commit could not be fetched.', 'Run the job again.'],
  'branch.moved': [
    'The branch got other commits meanwhile, which do not go together with the change.',
    'Ask again: the work then starts from the branch as it is.',
  ],
  'run.crashed': [
    'The process of the run ended before it could say how the work ended: killed, out of memory.',
    'The post step kept what was done as a patch. Run the job again.',
  ],
  'run.timed-out': [
    'The workflow’s `timeout-minutes` ended the step.',
    'Give it more minutes than `max-minutes`; the post step kept what was done as a patch.',
  ],
  'git.missing': ['There is no git on this machine.', 'Install it.'],
  'git.failed': ['A git command of ours failed.', 'The message has git’s words; run again.'],
  'workspace.too-large': [
    'The folder holds too much to be kept as a snapshot.',
    'Let a .gitignore name data and installed packages.',
  ],
  'blob.missing': ['Bytes that belong to the session are gone or were changed.', 'Run the task again.'],
  'secret.found': [
    'A key or token of the run, or what looks like anybody’s, is in a changed file or its name.',
    'Nothing was published; look how it got there. Where it is an example, add that part yourself.',
  ],
  bug: ['Something that we did not foresee.', 'Please report it with the session’s log.'],
};

const faults: Record<Fault, string> = {
  user: 'yours to mend',
  model: 'the model’s',
  provider: 'the provider’s',
  forge: 'GitHub’s',
  machine: 'the machine’s',
  us: 'ours',
};

const takenOver = ' With `fallback:` in `.github/oi.yml` another model takes over.';

/** docs/errors.md: every code there is. */
export function errorsPage(): string {
  const rows = (Object.keys(errorTable) as Code[]).map((code) => {
    const { fault, retry, exit } = errorTable[code];
    const [what, help] = meanings[code];
    return `| \`${code}\` | ${what} ${help}${passes.has(code) ? takenOver : ''} | ${faults[fault]} | ${retry ? 'yes' : 'no'} | ${exit} |`;
  });
  return [
    '# Errors',
    '',
    'Each error ends in one sentence of what happened, one of what to do, and a code. This page is made from',
    '`src/core/errors.ts` by `npm run docs`.',
    '',
    '`oi exec` exits with 0 when the work ended well, 1 when it was stopped by a limit or the model gave up, 130 after Ctrl-C,',
    'and else with the code’s own number. The Action fails the job for every error, and tells it in its comment where one can',
    'be written, else in the job summary, and always in the log.',
    '',
    '| code | meaning | whose affair | worth another try | exit |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
