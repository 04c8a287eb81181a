import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneEditApart } from '../../src/triggers/spelling.ts';

/** All words one edit from another, made the long way. */
function neighbours(word: string): Set<string> {
  const found = new Set<string>();
  for (let at = 0; at <= word.length; at++) {
    const [head, tail] = [word.slice(0, at), word.slice(at)];
    found.add(head + tail.slice(1));
    if (tail.length > 1) found.add(head + tail[1] + tail[0] + tail.slice(2));
    for (const letter of 'abfix') found.add(head + letter + tail).add(head + letter + tail.slice(1));
  }
  found.delete(word);
  return found;
}

test('one edit apart is one letter added, lost, changed or swapped with its neighbour, and nothing else', () => {
  const letters = ['', 'a', 'b', 'f', 'i', 'x'];
  const words = letters.flatMap((a) =>
    letters.flatMap((b) => letters.flatMap((c) => letters.map((d) => a + b + c + d))),
  );
  for (const verb of ['fix', 'fi', 'aab']) {
    const near = neighbours(verb);
    for (const word of new Set(words))
      assert.equal(oneEditApart(word, verb), near.has(word), `${word} ${verb}`);
  }
});
