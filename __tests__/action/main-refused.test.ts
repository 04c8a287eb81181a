import { test } from 'node:test';
import { openScene } from '../support/stage.ts';
import { recordOf } from './record.ts';

test('a stranger’s command is refused: the output and every request', async (t) => {
  const scene = await openScene();
  const result = await scene.comment(scene.issue(), '/oi fix the first line', 'sam');
  t.assert.snapshot(recordOf(result, scene), { serializers: [String] });
});
