/**
 * What a reader of a page would not see, or what would change how the rest is seen: control characters and the escape
 * sequences they begin, marks that turn the direction of writing, joiners and fillers, lone halves of characters.
 * Pictures keep the joiners that hold them together, and letters the joiners between them. Line ends and tabs are plain.
 */
const unseen =
  /\p{RGI_Emoji}|(?<=[\p{L}\p{M}])[\u200c\u200d](?=\p{L})|((?:\u001b\[[\d;:?]*[ -\/]*[@-~]|[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]--[\n\t]])+)/gv;
/** Whether a text has any of it, without the tables of emoji, which take their time. */
const suspect = /[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]--[\n\t]]/v;

/** Cut into pieces: those at even places as they stood, those at odd places standing for something unseen. */
export function seen(text: string): string[] {
  const lines = text.replaceAll('\r\n', '\n');
  if (!suspect.test(lines)) return [lines];
  const pieces: string[] = [];
  let from = 0;
  for (const { 1: run, index } of lines.matchAll(unseen)) {
    if (run === undefined) continue;
    pieces.push(lines.slice(from, index), named(run));
    from = index + run.length;
  }
  return [...pieces, lines.slice(from)];
}

/** So many are spelled out; a long run hides a text or fills a page. */
const most = 40;

function named(run: string): string {
  const characters = [...run];
  const spelled = characters.slice(0, most).map(nameOf).join('');
  const more = characters.length - most;
  return more > 0 ? `${spelled}⟨and ${more.toLocaleString('en-US')} more⟩` : spelled;
}

/** Controls have pictures of their own in Unicode, from U+2400 on; the others are named by their number. */
function nameOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '␡';
  if (code < 0x7f) return character;
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
