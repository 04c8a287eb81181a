import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildInto } from '../build.ts';
import { compare } from './compare.ts';
import { differencesOf, recordings } from './known.ts';
import { originals } from './originals/index.ts';
import { measureOurs } from './ours.ts';

/** Prints every row in which a harness of ours differs from its original: both, and whether it is listed. */
export async function showDifferences(harness: string): Promise<void> {
  const recording = recordings().get(harness);
  if (!recording) return void console.error(`There is no recording for ${harness}.`);
  const folder = mkdtempSync(join(tmpdir(), 'oi-conformance-'));
  try {
    await buildInto(join(folder, 'dist'));
    const placeholders = originals.find(({ id }) => id === recording.id)?.placeholders;
    const ours = await measureOurs(recording, placeholders, join(folder, 'dist'), folder);
    const listed = differencesOf(harness);
    for (const { row, same, theirs, ours: mine } of compare(recording, ours)) {
      if (same !== false) continue;
      console.log(`${row}${listed.has(row) ? ' (listed)' : ''}`);
      console.log(`  theirs ${cut(theirs)}\n  ours   ${cut(mine)}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const cut = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length > 1500 ? `${text.slice(0, 900)} … ${text.slice(-600)}` : text;
};
