import { type Entry, only } from '../../core/session.ts';

type File = { path: string };
/** Of each kind the newest so many. */
const most = 50;
const changing = ['write', 'replace', 'splice', 'patch'];

/** The files that were read and changed with tools for files, the newest last; what was changed is not told as read. */
export function touched(entries: readonly Entry[]): { read: File[]; changed: File[] } {
  const calls = new Map(only(entries, 'tool.called').map(({ call }) => [call.id, call]));
  const read = new Set<string>();
  const changed = new Set<string>();
  for (const { call: id, result } of only(entries, 'tool.returned')) {
    const call = calls.get(id);
    if (!call || !result.ok || (call.tool !== 'read' && !changing.includes(call.tool))) continue;
    const files = result.fields['files'];
    const paths = Array.isArray(files) ? files.map((file) => (file as File).path) : [call.args['path']];
    for (const path of paths) {
      const into = call.tool === 'read' ? read : changed;
      // The newest of equals stands last.
      into.delete(String(path));
      into.add(String(path));
    }
  }
  return { read: listed([...read].filter((path) => !changed.has(path))), changed: listed([...changed]) };
}

/** A name may hold anything; an odd one is spelled as JSON, in which no `<` is left. */
const listed = (paths: readonly string[]): File[] =>
  paths.slice(-most).map((path) => ({
    path: /^[\w./@+ -]+$/.test(path) ? path : JSON.stringify(path).replaceAll('<', '\\u003c'),
  }));
