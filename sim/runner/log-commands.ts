/** A workflow command in a line of output, e.g. `::error file=a.ts,line=1::Missing`. */
export type LogCommand = { name: string; properties: Record<string, string>; message: string };

/** The commands that the runner obeys; a line with any other is printed as it is. */
export type CommandName =
  | 'add-mask'
  | 'add-matcher'
  | 'add-path'
  | 'debug'
  | 'echo'
  | 'endgroup'
  | 'error'
  | 'group'
  | 'notice'
  | 'remove-matcher'
  | 'save-state'
  | 'set-env'
  | 'set-output'
  | 'stop-commands'
  | 'warning';

/** Null for a line without a command. Source: the runner's ActionCommand. */
export const parseLogCommand = (line: string): LogCommand | null => parseNew(line) ?? parseOld(line);

/** `::name key=value,key=value::message`, at the start of a line. */
function parseNew(line: string): LogCommand | null {
  const match = /^\s*::(\S+?)(?:\s+(.*?))?::(.*)$/.exec(line);
  if (!match) return null;
  const [, name = '', properties = '', message = ''] = match;
  return {
    name: name.toLowerCase(),
    properties: parseProperties(properties, ',', unescapeProperty),
    message: unescapeData(message),
  };
}

/** `##[name key=value;key=value]message`, anywhere in a line. */
function parseOld(line: string): LogCommand | null {
  const match = /##\[([^\s\]]+)(?:\s+([^\]]*))?\](.*)$/.exec(line);
  if (!match) return null;
  const [, name = '', properties = '', message = ''] = match;
  const unescapeOld = (text: string) =>
    text.replaceAll('%3B', ';').replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%5D', ']');
  return {
    name: name.toLowerCase(),
    properties: parseProperties(properties, ';', unescapeOld),
    message: unescapeOld(message),
  };
}

const parseProperties = (
  text: string,
  between: string,
  decode: (text: string) => string,
): Record<string, string> =>
  Object.fromEntries(
    text
      .split(between)
      .filter((pair) => pair.includes('='))
      .map((pair) => [pair.slice(0, pair.indexOf('=')).trim(), decode(pair.slice(pair.indexOf('=') + 1))]),
  );

const unescapeData = (text: string): string =>
  text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
const unescapeProperty = (text: string): string =>
  text
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%25', '%');
