import { check, type Ecosystem } from './ecosystem.ts';

/** Ecosystems that one file gives away, and that have one command for all tests. */
const single = (name: string, file: string, command: string): Ecosystem => ({
  name,
  detect: async (read) => ((await read(file)) === null ? [] : [check(command, `there is a ${file}`)]),
});

export const cargo = single('Rust', 'Cargo.toml', 'cargo test');
export const go = single('Go', 'go.mod', 'go test ./...');
export const maven = single('Maven', 'pom.xml', 'mvn --offline --batch-mode test');
export const gradle = single('Gradle', 'gradlew', './gradlew --offline test');
export const rspec = single('RSpec', '.rspec', 'bundle exec rspec');
export const deno = single('Deno', 'deno.json', 'deno test');
