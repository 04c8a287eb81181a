const noProxy = 'there is no proxy: the sandbox has no network at all';

/** Why a number has no test: a ruling, a part of the product that is not there, or what cannot run on one machine. */
export const reasons = {
  T26: 'logs and artifacts of other runs are not read',
  T29: 'nothing that a text links to is fetched',
  T59: 'no model judges a change: rules decide',
  T61: 'no program is downloaded at run time: the machine’s own bubblewrap is used',
  T62: '`npm run check` builds the bundle anew and compares; a release is attested',
  T63: 'our own workflows do not run the bot',
  T64: 'a setting of the repository: see [what is yours to set](security.md#what-is-yours-to-set)',
  E20: 'our hands run in the sandbox: wherever a swapped link leads, commands get there too; see E18 and E19',
  E34: 'there is no limit of memory: see [what is not promised](security.md#what-is-not-promised)',
  E43: noProxy,
  E44: noProxy,
  E45: noProxy,
  E46: noProxy,
  E48: 'no host is allowed: the sandbox has no network at all',
} as const satisfies Record<string, string>;
