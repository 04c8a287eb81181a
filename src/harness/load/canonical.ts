/** The canonical tools and their arguments (docs/tools.md), for a harness file to be checked against. */
export const canonicalTools: { readonly [tool: string]: readonly string[] } = {
  exec: ['command', 'folder', 'seconds', 'yield_seconds', 'terminal', 'tell_folder'],
  poll: ['handle', 'wait_seconds'],
  input: ['handle', 'text', 'wait_seconds'],
  stop: ['handle'],
  read: ['path', 'start', 'count', 'chars', 'line_chars'],
  write: ['path', 'text', 'how'],
  replace: ['path', 'edits', 'fuzzy'],
  splice: ['path', 'start', 'end', 'text'],
  patch: ['patch'],
  list: ['path', 'depth', 'ignored'],
  glob: ['pattern', 'path', 'limit', 'ignored'],
  grep: ['pattern', 'path', 'glob', 'ignore_case', 'context', 'limit', 'ignored'],
  todo: ['items'],
  finish: ['title', 'body'],
};
