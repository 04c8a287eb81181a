/** Larger files are generated ones, more often than not; nobody reviews them line by line. */
export const mostBytes = 512 * 1024;

export type Decoded = { text: string } | { unread: string };

/** A file as text with `\n` as line end, or why it is not read: the end of a sentence about it. */
export function decode(bytes: Uint8Array): Decoded {
  if (bytes.length > mostBytes) return { unread: `is larger than ${mostBytes / 1024} KiB` };
  if (bytes.includes(0)) return { unread: 'is binary' };
  return { text: new TextDecoder().decode(bytes).replace(/\r\n?/g, '\n') };
}

/** The same where an unread file counts as none. */
export function textOf(bytes: Uint8Array | null): string | null {
  if (!bytes) return null;
  const decoded = decode(bytes);
  return 'text' in decoded ? decoded.text : null;
}
