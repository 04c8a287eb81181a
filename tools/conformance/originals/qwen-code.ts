import type { Original } from '../agent.ts';
import { within } from '../rows.ts';

export const qwenCode: Original = {
  id: 'qwen-code',
  package: '@qwen-code/qwen-code',
  version: '0.15.10',
  program: '@qwen-code/qwen-code/cli.js',
  wire: 'chat',
  args: (prompt) => ['--yolo', '--auth-type', 'openai', '-p', prompt],
  env: ({ modelUrl }) => ({
    OPENAI_API_KEY: 'none',
    OPENAI_BASE_URL: `${modelUrl}/v1`,
    OPENAI_MODEL: 'qwen3-coder-plus',
  }),
  verbs: (workspace) => ({
    shell: (command, seconds) => ({
      name: 'run_shell_command',
      args: { command, is_background: false, ...(seconds && { timeout: seconds * 1000 }) },
    }),
    read: (path, part) => ({
      name: 'read_file',
      args: {
        file_path: within(workspace, path),
        ...(part && { offset: part.first - 1, limit: part.count }),
      },
    }),
    write: (path, content) => ({
      name: 'write_file',
      args: { file_path: within(workspace, path), content },
    }),
    edit: (path, before, after) => ({
      name: 'edit',
      args: {
        file_path: within(workspace, path),
        old_string: before,
        new_string: after,
      },
    }),
    editAll: (path, before, after) => ({
      name: 'edit',
      args: {
        file_path: within(workspace, path),
        old_string: before,
        new_string: after,
        replace_all: true,
      },
    }),
    glob: (pattern) => ({ name: 'glob', args: { pattern } }),
    grep: (pattern) => ({ name: 'grep_search', args: { pattern } }),
    list: (path) => ({ name: 'list_directory', args: { path: within(workspace, path) } }),
    todo: () => ({
      name: 'todo_write',
      args: {
        todos: [
          { id: '1', content: 'Read', status: 'completed' },
          { id: '2', content: 'Mend', status: 'in_progress' },
          { id: '3', content: 'Test', status: 'pending' },
        ],
      },
    }),
  }),
  placeholders: [
    { name: '<number>', pattern: /(?<=PGID: )\d+/g, meaning: 'the number of a process group' },
    {
      name: '<output file>',
      pattern: /<home>\/\.qwen\/tmp\/\S+\.output/g,
      meaning: 'where all of an output is',
    },
  ],
};
