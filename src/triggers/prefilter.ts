/**
 * Whether a comment may hold a command, told before anything is imported: some line begins with the trigger. Lets
 * through whatever `command.ts` recognises, and now and then what it does not.
 */
export function mayConcern(body: string, trigger: string): boolean {
  const name = trigger.toLowerCase();
  return body.split(/[\r\n]/).some((line) => {
    const start = line.trim().slice(0, trigger.length + 1);
    return (
      start.slice(0, trigger.length).toLowerCase() === name && /^[\s:,]?$/.test(start.slice(trigger.length))
    );
  });
}
