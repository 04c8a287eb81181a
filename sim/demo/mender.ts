import type { Question, Turn } from '../model/index.ts';

/**
 * A scripted model that mends `totals`: it runs the tests, reads the file, computes its edit from what those commands
 * printed, and says that it is done only when the tests it ran are green. So it gets nowhere without a working exec.
 */
export function mender({ turn, newest }: Question): Turn {
  const run = (text: string, cmd: string): Turn => ({
    text,
    calls: [{ name: 'exec_command', args: { cmd } }],
  });
  switch (turn) {
    case 0:
      return run('I will look at what fails.', 'npm test 2>&1 | tail -40');
    case 1:
      return /1188 !== 1189/.test(newest)
        ? run('The tax is rounded down. Where?', 'grep -Hn "Math.floor" *.js')
        : { text: `I could not see the failing test:\n${newest}` };
    case 2:
      return edit(newest);
    case 3:
      return run('Now the tests again.', 'npm test 2>&1 | tail -12');
    default:
      return /^[ℹ#] fail 0$/m.test(newest)
        ? {
            text: 'Round tax to the nearest cent\n\n`total` cut fractions of a cent off; it now rounds. All tests pass.',
          }
        : { text: `The tests still fail:\n${newest}` };
  }
}

/** `totals.js` and line 6, as grep found them. */
function edit(found: string): Turn {
  const [, file, line] = /^([\w.-]+\.js):(\d+):.*Math\.floor/m.exec(found) ?? [];
  if (!file) return { text: `I could not find the rounding:\n${found}` };
  const cmd = `sed -i '${line}s/Math\\.floor/Math.round/' ${file} && git diff`;
  return { text: 'I will round instead.', calls: [{ name: 'exec_command', args: { cmd } }] };
}
