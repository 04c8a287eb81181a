import { type Ecosystem, found, nothing, passed } from './ecosystem.ts';

/** Built outside the repository, so that nothing of it stands in the way of what the repository holds. */
const command =
  'dir=$(mktemp -d) && cmake -S . -B "$dir" && cmake --build "$dir" --parallel && ctest --test-dir "$dir" --output-on-failure';

export const cmake: Ecosystem = {
  name: 'CMake',
  runner: true,
  async detect(root) {
    if (!root.has('CMakeLists.txt')) return nothing;
    const text = ((await root.text('CMakeLists.txt')) ?? '').replace(/#.*$/gm, '');
    if (!/\b(?:enable_testing|add_test|include\s*\(\s*CTest)\b/i.test(text)) {
      return passed('CMakeLists.txt says nothing of tests');
    }
    return found({ name: 'ctest', command, why: 'the tests of CMakeLists.txt', job: 'test' });
  },
};
