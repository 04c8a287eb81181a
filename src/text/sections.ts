/** The lines of a TOML or INI file by the heading that they stand under; what comes before the first is under ''. */
export function sectionsOf(text: string): ReadonlyMap<string, readonly string[]> {
  const sections = new Map<string, string[]>();
  let heading = '';
  for (const line of text.split('\n')) {
    const found = /^\s*\[\[?\s*([^\]\n]+?)\s*\]\]?\s*(?:[#;].*)?$/.exec(line);
    if (found) heading = (found[1] ?? '').replace(/["']/g, '');
    const known = sections.get(heading) ?? [];
    if (!found && line.trim() !== '') known.push(line);
    sections.set(heading, known);
  }
  return sections;
}
