/**
 * Node's HTTP by a URL's protocol. Neither the global fetch nor the module as an import: both load undici (the latter for the sake
 * of its WebSocket re-export), which costs 25 to 38 ms, as much CPU and 16 MB (docs/performance.md).
 */
export const httpFor = ({ protocol }: URL) =>
  process.getBuiltinModule(protocol === 'https:' ? 'node:https' : 'node:http');
