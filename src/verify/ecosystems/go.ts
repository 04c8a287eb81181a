import { check, type Ecosystem, found, nothing } from './ecosystem.ts';

export const go: Ecosystem = {
  name: 'Go',
  runner: false,
  async detect(root) {
    if (root.has('go.mod')) {
      const why = 'a go.mod';
      return found(check('test', 'go test ./...', why), check('lint', 'go vet ./...', why));
    }
    if (!root.has('go.work')) return nothing;
    // In a workspace without a module in its root `./...` means nothing.
    const command = "go list -f '{{.Dir}}/...' -m | xargs go test";
    return found(check('test', command, 'a go.work'));
  },
};
