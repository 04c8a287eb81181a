import { sectionsOf } from '../../text/sections.ts';
import { check, type Ecosystem, found, nothing } from './ecosystem.ts';

/** `--offline`: without a lock file Cargo would ask the network which versions there are. */
export const rust: Ecosystem = {
  name: 'Cargo',
  runner: false,
  async detect(root) {
    if (!root.has('Cargo.toml')) return nothing;
    const workspace = sectionsOf((await root.text('Cargo.toml')) ?? '').has('workspace');
    const command = `cargo test --offline${workspace ? ' --workspace' : ''}`;
    return found(check('test', command, 'a Cargo.toml'));
  },
};
