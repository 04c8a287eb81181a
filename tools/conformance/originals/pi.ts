import type { Original } from '../agent.ts';

export const pi: Original = {
  id: 'pi',
  package: '@mariozechner/pi-coding-agent',
  version: '0.73.1',
  program: '@mariozechner/pi-coding-agent/dist/cli.js',
  wire: 'chat',
  files: ({ modelUrl }) => ({
    '.pi/agent/models.json': JSON.stringify({
      providers: {
        local: {
          baseUrl: `${modelUrl}/v1`,
          apiKey: 'none',
          api: 'openai-completions',
          models: [{ id: 'scripted', contextWindow: 131_072, maxTokens: 8192 }],
        },
      },
    }),
  }),
  args: (prompt) => ['--provider', 'local', '--model', 'scripted', '-p', prompt],
  env: () => ({ PI_OFFLINE: '1', PI_TELEMETRY: '0' }),
  verbs: () => ({
    shell: (command, seconds) => ({
      name: 'bash',
      args: { command, ...(seconds && { timeout: seconds }) },
    }),
    read: (path, part) => ({
      name: 'read',
      args: { path, ...(part && { offset: part.first, limit: part.count }) },
    }),
    write: (path, content) => ({ name: 'write', args: { path, content } }),
    edit: (path, oldText, newText) => ({ name: 'edit', args: { path, edits: [{ oldText, newText }] } }),
  }),
  placeholders: [
    {
      name: '<output file>',
      pattern: /<temporary>\/pi-bash-[0-9a-f]+\.log/g,
      meaning: 'where all of an output is',
    },
  ],
};
