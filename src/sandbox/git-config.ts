/** Sections that name credentials, servers or further files; none is needed to read history. */
const dropped = /^\s*\[\s*(?:include|includeif|credential|http|url)\b/i;
const secretive =
  /extraheader|authorization|:\/\/[^/\s]*@|sshcommand|askpass|helper|token|password|proxy|(?:^|\s)(?:include|credential)/i;

/**
 * A git settings file without what may hold a secret, line by line; null when there is nothing to take out. A value that
 * goes on in the next line (a final backslash) is dropped whole.
 */
export function scrubGitConfig(text: string): string | null {
  const kept: string[] = [];
  let skipSection = false;
  let skipLine = false;
  const lines = text.split('\n');
  for (const line of lines) {
    const continues = line.endsWith('\\');
    if (!skipLine && /^\s*\[/.test(line)) skipSection = dropped.test(line);
    const drop: boolean = skipLine || skipSection || secretive.test(line);
    if (!drop) kept.push(line);
    skipLine = drop && continues;
  }
  return kept.length === lines.length ? null : kept.join('\n');
}
