import type { Original } from '../agent.ts';
import { files } from '../repository.ts';

/** `harnesses/native` is described from it. */
export const codex: Original = {
  id: 'codex',
  harness: 'native',
  package: '@openai/codex',
  version: '0.171.0',
  program: '@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex',
  wire: 'responses',
  files: ({ modelUrl }) => ({
    '.codex/config.toml': [
      'model = "gpt-5.5"',
      'model_provider = "local"',
      '[model_providers.local]',
      'name = "local"',
      `base_url = "${modelUrl}/v1"`,
      'wire_api = "responses"',
      'env_key = "LOCAL_KEY"',
      '',
    ].join('\n'),
  }),
  args: (prompt) => ['exec', '--dangerously-bypass-approvals-and-sandbox', prompt],
  env: () => ({ LOCAL_KEY: 'none' }),
  verbs: () => ({
    shell: (cmd, seconds) => ({
      name: 'exec_command',
      args: { cmd, ...(seconds && { yield_time_ms: seconds * 1000 }) },
    }),
    write: (path, text) => patch(`*** Add File: ${path}\n${text.replace(/\n$/, '').replace(/^/gm, '+')}`),
    edit: (path, before, after) => patch(`*** Update File: ${path}\n@@\n${hunk(path, before, after)}`),
    todo: () => ({
      name: 'update_plan',
      args: {
        plan: [
          { step: 'Read', status: 'completed' },
          { step: 'Mend', status: 'in_progress' },
          { step: 'Test', status: 'pending' },
        ],
      },
    }),
  }),
  placeholders: [
    { name: '<chunk>', pattern: /(?<=Chunk ID: )[0-9a-f]+/g, meaning: 'the id of a chunk' },
    { name: '<seconds>', pattern: /(?<=Wall time: )[\d.]+(?= seconds)/g, meaning: 'how long it took' },
    { name: '<number>', pattern: /(?<=session ID )\d+/g, meaning: 'the number of a running command' },
  ],
};

const patch = (sections: string) => ({
  name: 'apply_patch',
  args: `*** Begin Patch\n${sections}\n*** End Patch\n`,
  custom: true as const,
});

/** A patch is of whole lines: those of the file that hold the text, or the text where it holds none. */
function hunk(path: string, before: string, after: string): string {
  const lines = (files[path] ?? '').split(/(?<=\n)/);
  const at = before === '' ? -1 : lines.findIndex((line) => line.includes(before));
  const [old, next] = at < 0 ? [before, after] : [lines[at] ?? '', (lines[at] ?? '').replace(before, after)];
  const marked = (text: string, mark: string): string[] =>
    text === ''
      ? []
      : text
          .replace(/\n$/, '')
          .split('\n')
          .map((line) => mark + line);
  return [...marked(old, '-'), ...marked(next, '+')].join('\n');
}
