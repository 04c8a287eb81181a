import type { Plan, Settings } from '../../../core/task.ts';
import { clip } from '../bounds.ts';
import { type Content, html } from '../html.ts';
import { code, fold, note, type Place, pairs, type Renderer } from '../place.ts';
import { dotted, moment, number, trimmed } from '../words.ts';

export const sessionOpened: Renderer<'session.opened'> = ({ id, version }) =>
  note('Session ', code(id), `, log format ${version}`);

export const sittingOpened: Renderer<'sitting.opened'> = ({ plan, settings }, at) => {
  const { ask, verb } = plan.task;
  return [
    trimmed(ask) === ''
      ? note(`Asked without words of their own: ${verb} what the subject says.`)
      : html`<blockquote>${clip(trimmed(ask), at.bounds.characters)}</blockquote>`,
    fold('Plan and settings', [planned(plan, at), set(settings, at)]),
  ];
};

const planned = ({ task, session, base, trunk, destination }: Plan, at: Place): Content =>
  pairs(
    [
      ['Task', task.id],
      ['Session', session],
      ['Commit asked for', task.commit],
      ['Model asked for', task.choice?.model ?? null],
      ['Harness asked for', task.choice?.harness ?? null],
      ['Starts from', base ?? 'the folder as it is'],
      ['Instructions from', trunk],
      ['Result goes to', goes(destination)],
    ],
    at,
  );

function goes(destination: Plan['destination']): string {
  if (destination.kind === 'folder') return 'the folder';
  if (destination.kind === 'patch') return 'a patch for a person';
  const { branch, into, pull } = destination;
  return dotted(
    `branch ${branch}`,
    `into ${into}`,
    pull === null ? 'a new pull request' : `pull request ${pull}`,
  );
}

const set = (
  { trigger, model, harness, allow, sandbox, limits, bots, protect }: Settings,
  at: Place,
): Content =>
  pairs(
    [
      ['Trigger', trigger],
      ['Model', model],
      ['Harness', harness ?? 'as the model’s family has it'],
      ['May be chosen', [...(allow?.models ?? []), ...(allow?.harnesses ?? [])].slice(0, 50).join(', ')],
      ['Sandbox', sandbox],
      ['Limits', limited(limits)],
      ['Bots that may command', bots.slice(0, 20).join(', ')],
      ['Protected', protect.slice(0, 50).join(', ')],
    ],
    at,
  );

function limited({ turns, minutes, tokens, usd }: Settings['limits']): string {
  const words = [
    turns === null ? null : `${number(turns)} turns`,
    minutes === null ? null : `${number(minutes)} minutes`,
    tokens === null ? null : `${number(tokens)} tokens`,
    usd === null ? null : `$${usd}`,
  ];
  return dotted(...words) || 'none';
}

export const sittingResumed: Renderer<'sitting.resumed'> = ({ at }) =>
  html`<p class="alert">The work was cut off here. Another process went on at ${moment(at)}.</p>`;

export const harnessChosen: Renderer<'harness.chosen'> = ({ harness, model, wire, why }) =>
  note(
    'Model ',
    code(model),
    ' with the harness ',
    code(harness),
    ' over ',
    code(wire),
    '. ',
    clip(why, 2000),
  );

export const environmentSeen: Renderer<'environment.seen'> = ({ date, os, release, arch, shell, folder }) =>
  note('In ', code(folder), ' on ', clip(dotted(os, release, arch, shell, date), 2000));
