import type { Original } from '../agent.ts';
import { within } from '../rows.ts';

export const claudeCode: Original = {
  id: 'claude-code',
  package: '@anthropic-ai/claude-code',
  version: '2.1.197',
  program: '@anthropic-ai/claude-code-linux-x64/claude',
  wire: 'messages',
  args: (prompt) => ['--dangerously-skip-permissions', '--model', 'claude-opus-4-6', '-p', prompt],
  env: ({ modelUrl }) => ({
    ANTHROPIC_API_KEY: 'none',
    ANTHROPIC_BASE_URL: modelUrl,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  }),
  verbs: (workspace) => ({
    shell: (command, seconds) => ({
      name: 'Bash',
      args: { command, ...(seconds && { timeout: seconds * 1000 }) },
    }),
    read: (path, part) => ({
      name: 'Read',
      args: { file_path: within(workspace, path), ...(part && { offset: part.first, limit: part.count }) },
    }),
    write: (path, content) => ({ name: 'Write', args: { file_path: within(workspace, path), content } }),
    edit: (path, before, after) => ({
      name: 'Edit',
      args: { file_path: within(workspace, path), old_string: before, new_string: after },
    }),
    editAll: (path, before, after) => ({
      name: 'Edit',
      args: { file_path: within(workspace, path), old_string: before, new_string: after, replace_all: true },
    }),
  }),
  placeholders: [
    {
      name: '<output file>',
      pattern: /<(?:home|temporary)>\/\S*\/(?:tool-results|tasks)\/\w+\.(?:txt|output)/g,
      meaning: 'where all of an output is',
    },
    { name: '<task>', pattern: /(?<=with ID: )\w+/g, meaning: 'the id of a task in the background' },
  ],
};

/** Tools that it had before, that models know, and that it offers when they are asked for. */
export const claudeCodeClassic: Original = {
  ...claudeCode,
  id: 'claude-code-classic',
  harness: 'claude-code',
  groups: ['glob', 'grep', 'todo'],
  args: (prompt) => ['--tools', 'Bash,Read,Edit,Write,Glob,Grep,TodoWrite', ...claudeCode.args(prompt)],
  env: (place) => ({ ...claudeCode.env?.(place), CLAUDE_CODE_ENABLE_TASKS: '0' }),
  verbs: (workspace) => ({
    ...claudeCode.verbs(workspace),
    glob: (pattern) => ({ name: 'Glob', args: { pattern } }),
    grep: (pattern, mode) => ({
      name: 'Grep',
      args: {
        pattern,
        ...(mode && { output_mode: mode === 'lines' ? 'content' : 'files_with_matches' }),
      },
    }),
    todo: () => ({
      name: 'TodoWrite',
      args: {
        todos: [
          { content: 'Read', status: 'completed', activeForm: 'Reading' },
          { content: 'Mend', status: 'in_progress', activeForm: 'Mending' },
          { content: 'Test', status: 'pending', activeForm: 'Testing' },
        ],
      },
    }),
  }),
};

/** The same program with a short prompt and three tools. */
export const claudeCodeBare: Original = {
  ...claudeCode,
  id: 'claude-code-bare',
  args: (prompt) => ['--bare', ...claudeCode.args(prompt)],
  verbs: (workspace) => {
    const { write: _, ...verbs } = claudeCode.verbs(workspace);
    return verbs;
  },
};
