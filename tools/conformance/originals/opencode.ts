import type { Original } from '../agent.ts';
import { within } from '../rows.ts';

export const opencode: Original = {
  id: 'opencode',
  package: 'opencode-ai',
  version: '1.18.33',
  program: 'opencode-linux-x64/bin/opencode',
  wire: 'chat',
  files: ({ modelUrl }) => ({
    '.config/opencode/opencode.json': JSON.stringify({
      autoupdate: false,
      share: 'disabled',
      provider: {
        local: {
          npm: '@ai-sdk/openai-compatible',
          options: { baseURL: `${modelUrl}/v1`, apiKey: 'none' },
          models: { scripted: { limit: { context: 131_072, output: 32_000 } } },
        },
      },
    }),
  }),
  args: (prompt) => ['run', '--auto', '--model', 'local/scripted', prompt],
  env: () => ({ OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1' }),
  verbs: (workspace) => ({
    shell: (command, seconds) => ({
      name: 'bash',
      args: { command, ...(seconds && { timeout: seconds * 1000 }) },
    }),
    read: (path, part) => ({
      name: 'read',
      args: { filePath: within(workspace, path), ...(part && { offset: part.first, limit: part.count }) },
    }),
    write: (path, content) => ({ name: 'write', args: { content, filePath: within(workspace, path) } }),
    edit: (path, before, after) => ({
      name: 'edit',
      args: {
        filePath: within(workspace, path),
        oldString: before,
        newString: after,
      },
    }),
    editAll: (path, before, after) => ({
      name: 'edit',
      args: {
        filePath: within(workspace, path),
        oldString: before,
        newString: after,
        replaceAll: true,
      },
    }),
    glob: (pattern) => ({ name: 'glob', args: { pattern } }),
    grep: (pattern) => ({ name: 'grep', args: { pattern } }),
    todo: () => ({
      name: 'todowrite',
      args: {
        todos: [
          { content: 'Read', status: 'completed', priority: 'high' },
          { content: 'Mend', status: 'in_progress', priority: 'high' },
          { content: 'Test', status: 'pending', priority: 'low' },
        ],
      },
    }),
  }),
  placeholders: [
    {
      name: '<output file>',
      pattern: /<home>\/\.local\/share\/opencode\/tool-output\/\w+/g,
      meaning: 'where all of an output is',
    },
  ],
};
