/** The text of a block as a shell takes it: where the fence that opens the block ends its line with CRLF, all of it does. */
export const withPlainEnds = (block: string, text: string): string =>
  /^[^\n]*\r\n/.test(block) ? text.replaceAll('\r\n', '\n') : text;
