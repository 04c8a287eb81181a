import { type Attempt, type Files, largestContent } from '../../core/sandbox.ts';

/**
 * A file's bytes as a string with one character per byte, so that what an edit does not touch stays as it is, whatever
 * its encoding. `inBytes` brings text into that form, `asText` brings it back for people.
 */
export async function readWhole(files: Files, path: string): Promise<Attempt<string>> {
  const file = await files.read(path);
  if (!file.ok) return file;
  const { content, bytes } = file.value;
  if (bytes > largestContent) {
    return { ok: false, why: `${path} has ${bytes} bytes, too many to edit: ${largestContent} at most.` };
  }
  return { ok: true, value: Buffer.from(content).toString('latin1') };
}

export const writeWhole = (files: Files, path: string, bytes: string): Promise<Attempt<unknown>> =>
  files.write(path, Buffer.from(bytes, 'latin1'), 'replace');

export const inBytes = (text: string): string => Buffer.from(text).toString('latin1');
export const asText = (bytes: string): string => Buffer.from(bytes, 'latin1').toString();

/** Whether every line ends in CRLF (and there is one): then LF in an edit means CRLF. */
export const hasCrlf = (bytes: string): boolean => bytes.includes('\r\n') && !/(?<!\r)\n/.test(bytes);
