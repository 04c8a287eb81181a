// The floor of the bench: the shortest script that has the same conversation, as anyone would write it. It asks by
// `node:http`, runs commands by plain `bash -c`, edits files in its own process, and knows no sandbox, no log, no error.
// Usage: node floor.js BASE_URL PROMPT, in the folder to work on.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';

type Call = { id: string; type: 'function'; function: { name: string; arguments: string } };
type Message = { role: string; content: string; tool_calls?: Call[]; tool_call_id?: string };
type Fragment = { index: number; id?: string; function?: { name?: string; arguments?: string } };
type Delta = { content?: string; tool_calls?: Fragment[] };

const [baseUrl = '', prompt = ''] = process.argv.slice(2);
const agent = new http.Agent({ keepAlive: true });
const text = { type: 'string' };
const tool = (name: string, parameter: string) => ({
  type: 'function',
  function: {
    name,
    description: `Give it ${parameter}.`,
    parameters: { type: 'object', properties: { [parameter]: text }, required: [parameter] },
  },
});
const tools = [tool('exec_command', 'cmd'), tool('apply_patch', 'input')];
const messages: Message[] = [
  { role: 'system', content: 'You are a coding agent. Work until the task is done, then say what you did.' },
  { role: 'user', content: `You are in ${process.cwd()}. ${prompt}` },
];

for (;;) {
  const reply = await ask();
  messages.push(reply);
  if (!reply.tool_calls?.length) break;
  for (const { id, function: called } of reply.tool_calls) {
    const args = JSON.parse(called.arguments) as { cmd: string; input: string };
    const content = called.name === 'apply_patch' ? patch(args.input) : await run(args.cmd);
    messages.push({ role: 'tool', tool_call_id: id, content });
  }
}
console.log(messages.at(-1)?.content);
agent.destroy();

async function ask(): Promise<Message> {
  const body = JSON.stringify({ model: 'bench', stream: true, tools, messages });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http
      .request(`${baseUrl}/chat/completions`, { method: 'POST', agent, headers }, resolve)
      .on('error', reject)
      .end(body);
  });
  const reply: Message = { role: 'assistant', content: '' };
  let rest = '';
  response.setEncoding('utf8');
  for await (const piece of response) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data: {')) hear(reply, JSON.parse(line.slice(6)));
  }
  return reply;
}

function hear(reply: Message, chunk: { choices?: { delta?: Delta }[] }): void {
  const delta = chunk.choices?.[0]?.delta ?? {};
  reply.content += delta.content ?? '';
  for (const { index, id, function: part } of delta.tool_calls ?? []) {
    reply.tool_calls ??= [];
    reply.tool_calls[index] ??= { id: id ?? '', type: 'function', function: { name: '', arguments: '' } };
    const call = reply.tool_calls[index].function;
    call.name += part?.name ?? '';
    call.arguments += part?.arguments ?? '';
  }
}

function run(command: string): Promise<string> {
  const child = spawn('bash', ['-c', command], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (piece) => (output += piece));
  return new Promise((resolve) => child.on('close', (code) => resolve(`exit ${code}\n${output}`)));
}

/** One file, one hunk: what the bench's patches are. */
function patch(input: string): string {
  const lines = input.split('\n');
  const file = lines[1]?.replace('*** Update File: ', '') ?? '';
  const hunk = lines.slice(3, -1);
  const side = (mark: string): string =>
    hunk
      .filter((line) => line.startsWith(' ') || line.startsWith(mark))
      .map((line) => line.slice(1))
      .join('\n');
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(side('-'), () => side('+')),
  );
  return `M ${file}`;
}
