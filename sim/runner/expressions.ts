export type Contexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Replaces `${{ github.token }}` and its like. Only look-ups are known, because defaults in an action.yml need no more;
 * anything else throws, so that nothing is quietly wrong.
 */
export const evaluate = (text: string, contexts: Contexts): string =>
  text.replace(/\$\{\{(.*?)\}\}/gs, (_, inner: string) => {
    const path = /^\s*(\w+)\.([\w-]+)\s*$/.exec(inner);
    if (!path) throw new Error(`this runner only looks names up; it cannot evaluate \${{${inner}}}`);
    return contexts[path[1] ?? '']?.[path[2] ?? ''] ?? '';
  });
