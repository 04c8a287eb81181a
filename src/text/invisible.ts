/** Made when they are first needed: the tables behind these classes take 12 ms of CPU to build. */
let made: ReturnType<typeof patterns> | null = null;

function patterns() {
  /**
   * Characters that a reader does not see and a model does: the whole class that Unicode calls ignorable by default (tag
   * characters, joiners, variation selectors, fillers), controls, bidirectional marks, private, lone and unassigned
   * ones, and a few that only look empty. Unicode Standard Annex 44; U+2800 is the empty Braille pattern.
   */
  const unseen =
    /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cs}\p{Cn}\u2028\u2029\u2800]|(?![\n\t])\p{Cc}/u;
  return {
    unseen,
    unseenRuns: new RegExp(`(?:${unseen.source})+`, 'gu'),
    /** Joiners, selectors and skin tones glue pictures together and are kept there, and only there. */
    picture: /\p{RGI_Emoji}/gv,
    pictureParts: /[\u200d\ufe0f]|[\u{e0020}-\u{e007f}]/u,
    pictureStart: /\p{Extended_Pictographic}|[#*\d]\ufe0f/u,
  };
}

/**
 * The text without them, and how many were taken. Line ends become `\n`. Flags of regions (England, Scotland, Wales) are
 * spelled with tag characters and stay, as every sequence that Unicode recommends for interchange does.
 */
export function stripInvisible(text: string): { text: string; removed: number } {
  const lines = text.replace(/\r\n?/g, '\n');
  if (/^[\t\n -~]*$/.test(lines)) return { text: lines, removed: 0 };
  made ??= patterns();
  const { unseen, unseenRuns, picture, pictureParts, pictureStart } = made;
  if (!unseen.test(lines)) return { text: lines, removed: 0 };
  let stripped = '';
  let from = 0;
  let removed = 0;
  const strip = (piece: string) =>
    piece.replace(unseenRuns, (run) => {
      removed += [...run].length;
      return '';
    });
  for (const { 0: emoji, index } of pictureParts.test(lines) && pictureStart.test(lines)
    ? lines.matchAll(picture)
    : []) {
    stripped += strip(lines.slice(from, index)) + emoji;
    from = index + emoji.length;
  }
  return { text: stripped + strip(lines.slice(from)), removed };
}
