/**
 * Bots that act where they are named in a comment, which they read as it was typed, code too: claude-code-action looks for
 * `@claude` between blanks. Any other mention is broken outside code.
 */
const names = [
  ...['claude', 'codex', 'chatgpt-codex-connector', 'copilot', 'cursor', 'cursoragent', 'bugbot'],
  ...['gemini-cli', 'gemini-code-assist', 'jules', 'devin', 'coderabbitai', 'codeant-ai', 'graphite-app'],
  ...['greptile', 'greptileai', 'qodo-merge', 'sourcery-ai', 'ellipsis-dev', 'openhands', 'openhands-agent'],
  ...['dependabot', 'mergify', 'mergifyio', 'bors'],
];

export const knownBots = new RegExp(`@(?=(?:${names.join('|')})(?![\\w/-]))`, 'gi');

/** Orders that need no name: https://cursor.com/docs/bugbot, and bors-ng, whose `bors r+` merges. */
export const knownOrders =
  /\b(?:cursor(?=\s{1,9}review\b)|bugbot(?=\s{1,9}run\b)|bors(?=\s{1,9}(?:r\+|merge|try)))/gi;
