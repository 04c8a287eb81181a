/** Keys by the names that tmux has for them. */
const named: ReadonlyMap<string, string> = new Map([
  ['Enter', '\r'],
  ['Escape', '\u001b'],
  ['Tab', '\t'],
  ['BTab', '\u001b[Z'],
  ['Space', ' '],
  ['BSpace', '\u007f'],
  ['Up', '\u001b[A'],
  ['Down', '\u001b[B'],
  ['Right', '\u001b[C'],
  ['Left', '\u001b[D'],
]);

/** What a terminal hears for a text: the text, unless it is nothing but the name of one key, such as `C-c`. */
export function keystrokes(text: string): string {
  const [, control] = /^C-([a-z@[\\\]^_])$/i.exec(text) ?? [];
  if (control) return String.fromCharCode(control.toUpperCase().charCodeAt(0) & 0x1f);
  return named.get(text) ?? text;
}
