/** What mail programs put before the message they answer; a date, time or address tells it from a sentence. */
const introductions = [
  /^On\b.{4,250}\bwrote:$/i,
  /^Am\b.{4,250}\bschrieb\b.{0,120}:$/i,
  /^Le\b.{4,250}\ba écrit\s?:$/i,
  /^El\b.{4,250}\bescribió:$/i,
  /^Il\b.{4,250}\bha scritto:$/i,
  /^Op\b.{4,250}\bschreef\b.{0,120}:$/i,
  /^Em\b.{4,250}\bescreveu:$/i,
];
const dated = /@|\d{1,2}[:.]\d{2}|\b\d{4}\b/;

/** `-- ` is the signature mark of RFC 3676 4.3; some programs trim its space. */
const separators = [
  /^--$/,
  /^-{2,}\s?Original Message\s?-{2,}$/i,
  /^_{20,}$/,
  /^From:\s.{0,200}@/i,
  /^Sent from my /i,
];

/** The lines of a comment that was sent as an e-mail, without signature and quoted message. */
export function beforeMailTail(lines: readonly string[]): string[] {
  const end = lines.findIndex((_, index) => startsTail(lines, index));
  return lines.slice(0, end < 0 ? undefined : end);
}

function startsTail(lines: readonly string[], index: number): boolean {
  const line = lines[index]?.trim() ?? '';
  if (separators.some((separator) => separator.test(line))) return true;
  // Programs wrap the introduction, usually within the address.
  return [1, 2, 3].some((count) => {
    const joined = lines
      .slice(index, index + count)
      .map((part) => part.trim())
      .join(' ');
    return dated.test(joined) && introductions.some((introduction) => introduction.test(joined));
  });
}
