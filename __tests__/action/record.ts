import type { LoggedRequest } from '../../sim/github/server/request-log.ts';
import type { Seen } from '../../sim/model/index.ts';
import type { ActionResult } from '../../sim/runner/index.ts';
import type { Scene } from '../support/stage.ts';

/**
 * What a run of the action did, as text to compare with the run before: its output, every request in order, and its end.
 * What differs from run to run has a name in its place. A change that is meant is taken over with
 * `node --test --test-update-snapshots '__tests__/action/*.test.ts'` and read in the diff.
 */
export function recordOf(result: ActionResult, scene: Pick<Scene, 'github' | 'model'>): string {
  const github = scene.github.requests.filter((request) => !isProgress(request));
  const parts = [
    `--- output ---\n${result.raw}`,
    `--- requests to GitHub ---\n${inOrder(github.filter(isCall)).map(githubRequest).join('\n\n')}`,
    `--- git's requests ---\n${github
      .filter((request) => !isCall(request))
      .map(githubRequest)
      .join('\n')}`,
    `--- requests to the model ---\n${scene.model.requests.map(modelRequest).join('\n')}`,
    `--- job summary ---\n${result.summary}`,
    `--- outputs ---\n${JSON.stringify(Object.fromEntries(Object.entries(result.outputs).toSorted()), null, 2)}`,
    `--- end ---\n${result.conclusion}, exit code ${result.exitCode}`,
  ];
  return normal(parts.map((part) => part.trimEnd()).join('\n\n'));
}

/** How often the comment is edited on the way depends on the machine. */
const isProgress = ({ method, body }: LoggedRequest): boolean =>
  method === 'PATCH' && / -->\nOn it\./.test((body as { body?: string } | undefined)?.body ?? '');

/** Git fetches while the calls go on, so that what comes first depends on the machine. */
const isCall = ({ channel }: LoggedRequest): boolean => channel !== 'git';

/** What the gates want to know is asked at once, in two calls: they stand in the order of the alphabet. */
const inOrder = (calls: LoggedRequest[]): LoggedRequest[] => [
  ...calls.slice(0, 2).toSorted((one, other) => (one.path < other.path ? -1 : 1)),
  ...calls.slice(2),
];

function githubRequest({ method, path, body, operation, status }: LoggedRequest): string {
  const sent = operation?.startsWith('graphql/') ? (body as { variables: object }).variables : body;
  const text = sent === undefined ? '' : `\n${JSON.stringify(sent, null, 2)}`;
  return `${method} ${path} (${operation}, ${status})${text}`;
}

/** The prompts are tested elsewhere. */
const modelRequest = ({ path, body }: Seen): string =>
  `POST ${path} with ${(body['messages'] as unknown[]).length} messages, ${(body['tools'] as unknown[]).length} tools`;

function normal(text: string): string {
  const commits = new Map<string, string>();
  return text
    .replace(/\b[0-9a-f]{40}\b/g, (id) => {
      commits.set(id, commits.get(id) ?? `<object ${commits.size + 1}>`);
      return commits.get(id) ?? '';
    })
    .replace(/127\.0\.0\.1:\d+/g, '<host>')
    .replace(/[^\s"]*\/oi-stage-\w+/g, '<stage>')
    .replace(/\d+\.\d s\b/g, '<time>')
    .replace(/[\d,]+ tokens/g, '<count> tokens')
    .replace(/("(?:input|output)-tokens": )"\d+"/g, '$1"<count>"');
}
