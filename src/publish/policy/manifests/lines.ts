import type { Reader } from './manifest.ts';

/** `requirements.txt` and its like: pip documentation, "Requirements File Format". */
export const requirements: Reader = {
  name: /^(?:[^/]*[-_.])?(?:requirements|constraints)(?:[-_.][^/]*)?\.(?:txt|in)$|^(?:requirements|constraints)\/[^/]+\.(?:txt|in)$/i,
  lockfiles: [],
  read(text) {
    const dependencies = new Map<string, string>();
    const hashed = new Set<string>();
    const sources: string[] = [];
    const redirects: string[] = [];
    for (const raw of logicalLines(text)) {
      const line = raw.replace(/(?:^|\s)#.*$/, '').trim();
      if (line === '') continue;
      const isOption =
        line.startsWith('-') &&
        !/^(?:-r|-c|--requirement|--constraint|--hash)\b|^(?:-e|--editable)[ =]*\.(?:\[[^\]]*\])?$/.test(
          line,
        );
      if (isOption || /\s--(?:index-url|extra-index-url|find-links|trusted-host)\b/.test(line))
        redirects.push(line);
      sources.push(line);
      const [, name, version = ''] = /^([a-z\d][\w.-]*)(?:\[[^\]]*\])?\s*(.*)$/i.exec(line) ?? [];
      if (name !== undefined && /\s--hash[= ]/.test(line)) hashed.add(name);
      if (name !== undefined) dependencies.set(name, version.replace(/\s+--.*$/, ''));
    }
    return { dependencies, sources, runs: new Map(), redirects, hashed };
  },
};

/** As pip joins them: a backslash goes on with the next line, but not at the end of a comment, and a comment ends what went on. */
function logicalLines(text: string): string[] {
  const lines: string[] = [];
  let open = '';
  for (const line of text.split(/\r?\n/)) {
    const isComment = /^\s*#/.test(line);
    if (line.endsWith('\\') && !isComment) open += `${line.slice(0, -1)} `;
    else {
      lines.push(isComment ? open : open + line);
      open = '';
    }
  }
  return open === '' ? lines : [...lines, open];
}

/** go.dev, "go.mod file reference". */
export const goMod: Reader = {
  name: /^go\.(?:mod|work)$/i,
  lockfiles: ['go.sum'],
  read(text) {
    const dependencies = new Map<string, string>();
    const redirects: string[] = [];
    let block = '';
    for (const raw of text.split(/\r?\n/)) {
      const line = raw.trim();
      const [, verb = '', rest = ''] =
        /^(require|replace|exclude|retract|tool|ignore)\b\s*(.*)$/.exec(line) ?? [];
      if (rest === '(') block = verb;
      else if (line === ')') block = '';
      const statement = verb ? rest : line;
      if (line.includes('=>')) redirects.push(statement);
      if ((verb || block) !== 'require' || /\/\/\s*indirect\b/.test(line)) continue;
      const [, module, version = ''] = /^"?([^\s"(]+)"?\s+(v\S+)/.exec(statement) ?? [];
      if (module !== undefined) dependencies.set(module, version);
    }
    return { dependencies, sources: [], runs: new Map(), redirects };
  },
};
