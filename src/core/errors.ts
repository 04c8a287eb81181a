/** Whose affair an error is: decides the tone of the message and whether the run may be tried again. */
export type Fault = 'user' | 'model' | 'provider' | 'forge' | 'machine' | 'us';

/**
 * Every way a run can fail that is not an outcome of its own. Branch on the code, never on a text.
 * `retry`: the same run may go better later. `exit`: what `oi` exits with.
 */
export const errorTable = {
  'input.invalid': { fault: 'user', retry: false, exit: 2 },
  'input.missing': { fault: 'user', retry: false, exit: 2 },
  'config.invalid': { fault: 'user', retry: false, exit: 2 },
  'environment.planted': { fault: 'user', retry: false, exit: 2 },
  'folder.missing': { fault: 'user', retry: false, exit: 2 },
  'folder.refused': { fault: 'user', retry: false, exit: 2 },
  'harness.unknown': { fault: 'user', retry: false, exit: 2 },
  'harness.invalid': { fault: 'user', retry: false, exit: 2 },
  'session.unknown': { fault: 'user', retry: false, exit: 2 },
  'session.newer': { fault: 'user', retry: false, exit: 2 },
  'session.damaged': { fault: 'machine', retry: false, exit: 2 },
  'session.unwritable': { fault: 'machine', retry: true, exit: 1 },
  'session.busy': { fault: 'user', retry: true, exit: 2 },

  'sandbox.unavailable': { fault: 'machine', retry: false, exit: 3 },
  'sandbox.unsound': { fault: 'machine', retry: false, exit: 3 },
  'sandbox.lost': { fault: 'machine', retry: true, exit: 3 },

  'key.missing': { fault: 'user', retry: false, exit: 4 },
  'key.refused': { fault: 'user', retry: false, exit: 4 },
  'model.unknown': { fault: 'user', retry: false, exit: 4 },
  'model.rejected': { fault: 'provider', retry: false, exit: 4 },
  'model.limited': { fault: 'provider', retry: true, exit: 4 },
  'model.unavailable': { fault: 'provider', retry: true, exit: 4 },
  'model.unreachable': { fault: 'provider', retry: true, exit: 4 },
  'model.cut': { fault: 'provider', retry: true, exit: 4 },
  'model.idle': { fault: 'provider', retry: true, exit: 4 },
  'model.not-an-api': { fault: 'user', retry: false, exit: 4 },
  'model.empty': { fault: 'model', retry: true, exit: 4 },
  'model.overflow': { fault: 'model', retry: false, exit: 4 },
  'model.filtered': { fault: 'model', retry: false, exit: 4 },
  'model.refused': { fault: 'model', retry: false, exit: 4 },

  'forge.token-refused': { fault: 'user', retry: false, exit: 5 },
  'forge.forbidden': { fault: 'user', retry: false, exit: 5 },
  'forge.missing': { fault: 'user', retry: false, exit: 5 },
  'forge.limited': { fault: 'forge', retry: true, exit: 5 },
  'forge.unavailable': { fault: 'forge', retry: true, exit: 5 },
  'forge.rejected': { fault: 'forge', retry: false, exit: 5 },
  'repository.empty': { fault: 'user', retry: false, exit: 5 },
  'checkout.failed': { fault: 'forge', retry: true, exit: 5 },
  'branch.moved': { fault: 'user', retry: true, exit: 5 },

  'run.crashed': { fault: 'machine', retry: true, exit: 1 },
  'run.timed-out': { fault: 'user', retry: true, exit: 1 },

  'git.missing': { fault: 'machine', retry: false, exit: 3 },
  'git.failed': { fault: 'machine', retry: true, exit: 1 },
  'workspace.too-large': { fault: 'user', retry: false, exit: 1 },
  'blob.missing': { fault: 'machine', retry: false, exit: 1 },
  'secret.found': { fault: 'model', retry: false, exit: 1 },
  bug: { fault: 'us', retry: false, exit: 70 },
} as const satisfies Record<string, { fault: Fault; retry: boolean; exit: number }>;

export type Code = keyof typeof errorTable;

/**
 * An error as data: what happened and what to do, one sentence each, fit for a public comment. `page` is an address in `advice`
 * that is of our own making, so that people may be given a link to it; a foreign one is not to be clicked.
 */
export type Problem = { code: Code; happened: string; advice: string; page?: string };

/** The one class we throw. Foreign errors become one where they enter, and travel on in `cause`. */
export class OiError extends Error {
  override readonly name = 'OiError';
  readonly code: Code;
  readonly happened: string;
  readonly advice: string;
  readonly page: string | undefined;
  constructor(code: Code, happened: string, advice: string, cause?: unknown, page?: string) {
    super(`${happened} ${advice}`, { cause });
    this.code = code;
    this.happened = happened;
    this.advice = advice;
    this.page = page;
  }
}

/** Whatever was thrown, as data. What is not ours is a bug of ours and asks for a report. */
export function toProblem(error: unknown): Problem {
  if (error instanceof OiError) {
    const { code, happened, advice, page } = error;
    return { code, happened, advice, ...(page && { page }) };
  }
  const text = error instanceof Error ? error.message : String(error);
  return {
    code: 'bug',
    happened: `Something unforeseen happened: ${text.replace(/\.?\s*$/, '.')}`,
    advice: 'Please report it with the session log.',
  };
}
