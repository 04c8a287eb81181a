/** An attribute of a tag, and how it is quoted. */
export type Attribute = { name: string; value: string; quoted: '"' | "'" | '' };

/** The attributes between a tag's name and its end; what is none is passed over. */
export function attributesIn(text: string): Attribute[] {
  const one = /\s*([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'/]+))/y;
  const other = /\s*\S+|\s+/y;
  const found: Attribute[] = [];
  for (let at = 0; at < text.length; ) {
    one.lastIndex = at;
    other.lastIndex = at;
    const [whole, name = '', double, single, bare] = one.exec(text) ?? [];
    if (double !== undefined) found.push({ name, value: double, quoted: '"' });
    else if (single !== undefined) found.push({ name, value: single, quoted: "'" });
    else if (bare !== undefined) found.push({ name, value: bare, quoted: '' });
    at += (whole ?? other.exec(text)?.[0] ?? text).length;
  }
  return found;
}
