import type { Original } from '../agent.ts';
import { within } from '../rows.ts';

export const kimiCode: Original = {
  id: 'kimi-code',
  package: '@moonshot-ai/kimi-code',
  version: '2.1.0',
  program: '@moonshot-ai/kimi-code/dist/main.mjs',
  wire: 'chat',
  files: ({ modelUrl }) => ({
    '.kimi-code/config.toml': [
      'default_model = "local"',
      'telemetry = false',
      '[providers.local]',
      'type = "kimi"',
      `base_url = "${modelUrl}/v1"`,
      'api_key = "none"',
      '[models.local]',
      'provider = "local"',
      'model = "kimi-k2-thinking"',
      'max_context_size = 262144',
      'capabilities = ["thinking"]',
      '',
    ].join('\n'),
  }),
  args: (prompt) => ['-p', prompt],
  env: () => ({ KIMI_CODE_NO_AUTO_UPDATE: '1' }),
  verbs: (workspace) => ({
    shell: (command, seconds) => ({ name: 'Bash', args: { command, ...(seconds && { timeout: seconds }) } }),
    read: (path, part) => ({
      name: 'Read',
      args: { path: within(workspace, path), ...(part && { line_offset: part.first, n_lines: part.count }) },
    }),
    write: (path, content) => ({ name: 'Write', args: { path: within(workspace, path), content } }),
    edit: (path, before, after) => ({
      name: 'Edit',
      args: {
        path: within(workspace, path),
        old_string: before,
        new_string: after,
      },
    }),
    editAll: (path, before, after) => ({
      name: 'Edit',
      args: {
        path: within(workspace, path),
        old_string: before,
        new_string: after,
        replace_all: true,
      },
    }),
    glob: (pattern) => ({ name: 'Glob', args: { pattern } }),
    grep: (pattern, mode) => ({
      name: 'Grep',
      args: {
        pattern,
        ...(mode && { output_mode: mode === 'lines' ? 'content' : 'files_with_matches' }),
      },
    }),
    todo: () => ({
      name: 'TodoList',
      args: {
        todos: [
          { title: 'Read', status: 'done' },
          { title: 'Mend', status: 'in_progress' },
          { title: 'Test', status: 'pending' },
        ],
      },
    }),
  }),
  placeholders: [
    { name: '<seconds>', pattern: /(?<=Wall time: )[\d.]+(?= seconds)/g, meaning: 'how long it took' },
    {
      name: '<output file>',
      pattern: /<home>\/\.kimi-code\/sessions\/\S+?\.(?:log|txt)/g,
      meaning: 'where all of an output is',
    },
    { name: '<task>', pattern: /\bbash-[0-9a-z]{8}\b/g, meaning: 'the id of a task in the background' },
    { name: '<number>', pattern: /(?<=^pid: )\d+/gm, meaning: 'the number of a process' },
  ],
};
