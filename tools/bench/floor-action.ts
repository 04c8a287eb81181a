// The floor of the Action's own path: the shortest script that comes from an event to a model's first answer, as anyone
// would write it. It asks GitHub by `node:http` what the product asks, fetches by plain git, and knows no limits, no
// sandbox, no log, no error. The runner starts it as the action's main file.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import http from 'node:http';

const { env } = process;
const event = JSON.parse(readFileSync(env['GITHUB_EVENT_PATH'] ?? '', 'utf8'));
const [owner = '', name = ''] = (env['GITHUB_REPOSITORY'] ?? '').split('/');
const token = env['INPUT_GITHUB-TOKEN'] ?? '';
const agent = new http.Agent({ keepAlive: true });
const number: number = event.issue.number;

const query = `query Question($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    defaultBranchRef { target { oid } }
    issue(number: $number) { title body comments(last: 50) { nodes { body author { login } } } }
  }
}`;

const repositoryUrl = `${env['GITHUB_API_URL']}/repos/${owner}/${name}`;
const [{ permission }, { data }] = await Promise.all([
  github('GET', `${repositoryUrl}/collaborators/${event.sender.login}/permission`),
  github('POST', env['GITHUB_GRAPHQL_URL'] ?? '', { query, variables: { owner, name, number } }),
]);
if (permission !== 'admin' && permission !== 'write') process.exit(1);
const { issue, defaultBranchRef } = data.repository;
const folder = `${env['RUNNER_TEMP']}/floor`;
await Promise.all([
  github('POST', `${repositoryUrl}/issues/${number}/comments`, { body: 'I am on it.' }),
  checkout(defaultBranchRef.target.oid),
]);
const said = await post(`${env['INPUT_BASE-URL']}/chat/completions`, env['INPUT_API-KEY'] ?? '', {
  model: 'bench',
  stream: true,
  tools: [],
  messages: [
    {
      role: 'system',
      content: 'You are a coding agent. Work until the task is done, then say what you did.',
    },
    { role: 'user', content: `You are in ${folder}. ${event.comment.body}\n\n${JSON.stringify(issue)}` },
  ],
});
console.log(said.length);
agent.destroy();

async function github(method: string, url: string, body?: object) {
  return JSON.parse(await ask(method, url, token, body));
}

function post(url: string, key: string, body: object): Promise<string> {
  return ask('POST', url, key, body);
}

async function ask(method: string, url: string, key: string, body?: object): Promise<string> {
  const text = body ? JSON.stringify(body) : '';
  const headers = {
    authorization: `Bearer ${key}`,
    'user-agent': 'floor',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  };
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http.request(url, { method, agent, headers }, resolve).on('error', reject).end(text);
  });
  return (await response.setEncoding('utf8').toArray()).join('');
}

async function checkout(commit: string): Promise<void> {
  const url = `${env['GITHUB_SERVER_URL']}/${owner}/${name}.git`;
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
  mkdirSync(folder);
  execFileSync('git', ['init', '--quiet', folder]);
  await git(
    '-c',
    `http.extraHeader=authorization: Basic ${basic}`,
    'fetch',
    '--quiet',
    '--depth=1',
    url,
    commit,
  );
  await git('checkout', '--quiet', 'FETCH_HEAD');
}

function git(...args: string[]): Promise<void> {
  const child = spawn('git', ['-C', folder, ...args], { stdio: 'inherit' });
  return new Promise((resolve) => child.on('close', () => resolve()));
}
