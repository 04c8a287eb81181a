/** What stands in a recording for something that is another one in each run. */
export type Placeholder = { name: string; pattern: RegExp | string; meaning: string };

const times: readonly Placeholder[] = [
  {
    name: '<uuid>',
    pattern: /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi,
    meaning: 'a UUID',
  },
  {
    name: '<time>',
    pattern: /\b\d{4}-\d\d-\d\dT\d\d[:-]\d\d[:-]\d\d(?:[.-]\d{3})?Z?\b/g,
    meaning: 'a date with its time',
  },
  { name: '<date>', pattern: /\b20\d\d-\d\d-\d\d\b/g, meaning: 'a date' },
  {
    name: '<date>',
    pattern:
      /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{1,2},? 20\d\d\b/g,
    meaning: 'a date',
  },
  { name: '<call id>', pattern: /\bcall_\d+_\d+\b/g, meaning: 'the id of the call' },
  { name: '<port>', pattern: /(?<=127\.0\.0\.1:)\d+/g, meaning: 'the port of the model' },
];

/** The folders of a run. */
export type RunFolders = { workspace: string; home: string; temporary: string; modules: string };

export const folders = (paths: RunFolders): Placeholder[] => [
  { name: '<workspace>', pattern: paths.workspace, meaning: 'the folder of the repository' },
  { name: '<home>', pattern: paths.home, meaning: 'the home folder' },
  { name: '<temporary>', pattern: paths.temporary, meaning: 'the folder for temporary files' },
  { name: '<modules>', pattern: paths.modules, meaning: 'the folder that it is installed in' },
];

/** A text with the placeholders in the place of what varies. */
export const normalise = (text: string, those: readonly Placeholder[]): string =>
  [...those, ...times].reduce((so, { name, pattern }) => so.replaceAll(pattern, name), text);

export const meanings = (those: readonly Placeholder[]): Record<string, string> =>
  Object.fromEntries([...those, ...times].map(({ name, meaning }) => [name, meaning]));
