import { check, type Ecosystem } from './ecosystem.ts';

const targets = ['test', 'check'];

/** A Makefile mostly calls what the other ecosystems would find, so it speaks where they have nothing to say. */
export const make: Ecosystem = {
  name: 'make',
  async detect(read) {
    for (const file of ['GNUmakefile', 'makefile', 'Makefile']) {
      const text = await read(file);
      const target = targets.find((name) => new RegExp(`^${name}\\s*:(?!=)`, 'm').test(text ?? ''));
      if (target) return [check(`make ${target}`, `the target \`${target}\` of the ${file}`)];
    }
    return [];
  },
};
