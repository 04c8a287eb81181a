import manifest from '../../package.json' with { type: 'json' };

/** Of the package; a build has it as it was then. */
export const { version } = manifest;
