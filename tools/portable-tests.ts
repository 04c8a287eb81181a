/**
 * Folders of `__tests__/` whose tests start no process and open no sandbox, so that they say the same on Linux, macOS and
 * Windows. `__tests__/workflows/portable.test.ts` holds that, and that no such folder is left out.
 */
export const portableFolders = [
  'agent',
  'context',
  'core',
  'gates',
  'harness',
  'harnesses',
  'model/wires',
  'publish',
  'sim/model',
  'text',
  'triggers',
  'verify',
  'views',
] as const;

export const portableGlobs: readonly string[] = portableFolders.map(
  (folder) => `__tests__/${folder}/**/*.test.ts`,
);
