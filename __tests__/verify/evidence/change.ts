import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Finding, findings } from '../../../src/verify/evidence/index.ts';
import type { FileChange } from '../../../src/verify/files.ts';

/** A file's text before and after; null where it is absent. */
export type Texts = Readonly<Record<string, readonly [before: string | null, after: string | null]>>;

export type Row = {
  title: string;
  files: Texts;
  /** `kind path count` of each finding, in their order. */
  found: readonly string[];
};

const bytes = (text: string | null): Uint8Array | null => (text === null ? null : Buffer.from(text));

export const changeOf = (files: Texts): FileChange[] =>
  Object.entries(files).map(([path, [before, after]]) => ({
    path,
    before: bytes(before),
    after: bytes(after),
  }));

export const look = (files: Texts): readonly Finding[] => findings(changeOf(files));

export function table(rows: readonly Row[]): void {
  for (const { title, files, found } of rows) {
    test(title, () => {
      const told = look(files);
      assert.deepEqual(
        told.map(({ kind, path, count }) => `${kind} ${path} ${count}`),
        found,
        told.map(({ sentence }) => sentence).join('\n'),
      );
    });
  }
}

/** The text with its every occurrence of `from` replaced; fails when there is none. */
export function edit(text: string, ...edits: readonly (readonly [from: string, to: string])[]): string {
  return edits.reduce((edited, [from, to]) => {
    assert.ok(edited.includes(from), `“${from}” is not in the text`);
    return edited.replaceAll(from, to);
  }, text);
}
