import { test } from 'node:test';
import { commands, openScene } from '../support/stage.ts';
import { recordOf } from './record.ts';

test('a maintainer’s command becomes a pull request: the output and every request', async (t) => {
  const scene = await openScene();
  scene.play(
    commands(['sed -i s/one/two/ a.txt', 'cat a.txt'], 'Say two\n\nThe first line of `a.txt` said one.'),
  );
  const result = await scene.comment(scene.issue(), '/oi fix the first line');
  t.assert.snapshot(recordOf(result, scene), { serializers: [String] });
});
