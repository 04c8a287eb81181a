/** Beyond this, looking for what was meant takes too long. */
const most = { text: 1024 * 1024, lines: 200, shown: 2000 };

/** Why a text may not have been found, in a sentence or two for who sought it. */
export function nearMiss(text: string, sought: string): string {
  const wanted = sought.replace(/^\n+/, '').trimEnd().split('\n');
  if (text.length > most.text || wanted.length > most.lines) return advice;
  const lines = text.split('\n');
  if (wanted.every((line) => numbered.test(line))) {
    const bare = wanted.map((line) => line.replace(numbered, ''));
    if (find(lines, bare) !== -1) return 'It begins its lines with line numbers: leave them out.';
  }
  const at = find(lines, wanted);
  if (at === -1) return advice;
  const there = lines.slice(at, at + wanted.length).join('\n');
  const place =
    wanted.length === 1 ? `Line ${at + 1} differs` : `Lines ${at + 1} to ${at + wanted.length} differ`;
  if (there.length > most.shown) return `${place} only in white space.`;
  return `${place} only in white space; there it says:\n${there}`;
}

const advice = 'Read the file again and copy the text exactly.';
const numbered = /^ *\d+(?:\t|\u2192|: | ?\| ?)/;

/** Where lines are that are the same but for white space; the first and last may be parts of one. */
function find(lines: readonly string[], wanted: readonly string[]): number {
  const bare = lines.map(squeezed);
  const keys = wanted.map(squeezed);
  if (keys.every((key) => key === '')) return -1;
  const last = keys.length - 1;
  return bare.findIndex((_, at) =>
    keys.every((key, offset) => {
      const line = bare[at + offset];
      if (line === undefined) return false;
      if (last === 0) return line.includes(key);
      if (offset === 0) return line.endsWith(key);
      return offset === last ? line.startsWith(key) : line === key;
    }),
  );
}

const squeezed = (line: string): string => line.trim().replace(/\s+/g, ' ');
