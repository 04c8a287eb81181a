import { type Code, OiError } from '../../core/errors.ts';

/** What was tried, for people: `what` completes "may not …", `needs` is the permission as a workflow file writes it. */
export type Doing = { what: string; needs: string };

/** What octokit throws for an answer that is no success, as far as we read it. */
type Refused = {
  status: number;
  message: string;
  headers: Readonly<Record<string, string | undefined>>;
  /** False when nothing came back at all: octokit calls that a 500, too. */
  answered: boolean;
  /** GraphQL's word for what is wrong, e.g. FORBIDDEN. */
  type: string | null;
};

/** Whatever a request to GitHub threw, as an error of ours. Ours pass as they are. */
export function toForgeError(error: unknown, doing: Doing): OiError {
  if (error instanceof OiError) return error;
  const refused = read(error);
  const [code, happened, advice] = judge(refused, doing);
  return new OiError(code, happened, advice, error);
}

type Words = [code: Code, happened: string, advice: string];

function judge(refused: Refused, { what, needs }: Doing): Words {
  const { status, message, answered, type } = refused;
  if (!answered) {
    return [
      'forge.unavailable',
      `GitHub could not be reached: ${sentence(message)}`,
      'Run the job again in a few minutes.',
    ];
  }
  if (status === 401) {
    return [
      'forge.token-refused',
      'GitHub refused the token.',
      'Check that `github-token` is a valid token for this repository and has not expired.',
    ];
  }
  if (isLimited(refused)) {
    return ['forge.limited', `GitHub’s rate limit stopped us from trying to ${what}.`, whenAgain(refused)];
  }
  if (status === 403 || type === 'FORBIDDEN') {
    const granted = accepted(refused) ?? needs;
    return [
      'forge.forbidden',
      `The token may not ${what}: ${sentence(message)}`,
      `Give the job \`${granted}\` under \`permissions:\` in the workflow file.`,
    ];
  }
  if (status === 404 || type === 'NOT_FOUND') {
    return [
      'forge.missing',
      `GitHub could not ${what}: it is not there, or hidden from the token.`,
      `Check that it still exists and that the job has \`${needs}\` under \`permissions:\`.`,
    ];
  }
  if (status === 409 && /repository is empty/i.test(message)) {
    return ['repository.empty', 'The repository has no commits.', 'Push a first commit, then ask again.'];
  }
  if (status >= 500) {
    return [
      'forge.unavailable',
      `GitHub answered with an error (${status}) when asked to ${what}.`,
      'Run the job again in a few minutes.',
    ];
  }
  return [
    'forge.rejected',
    `GitHub refused to ${what}: ${sentence(message)}`,
    'Correct what it names, then ask again.',
  ];
}

const isLimited = ({ status, message, headers, type }: Refused): boolean =>
  status === 429 ||
  type === 'RATE_LIMITED' ||
  (status === 403 && (headers['x-ratelimit-remaining'] === '0' || /rate limit/i.test(message)));

function whenAgain({ headers }: Refused): string {
  const reset = Number(headers['x-ratelimit-reset']);
  const isSpent = headers['x-ratelimit-remaining'] === '0' && reset > 0;
  return isSpent
    ? `Run the job again after ${new Date(reset * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC.`
    : 'Run the job again in a few minutes.';
}

/** GitHub names what would do: `issues=write; pull_requests=write`. */
function accepted({ headers }: Refused): string | null {
  const named = headers['x-accepted-github-permissions'];
  if (!named) return null;
  return named
    .split(';')
    .map((choice) =>
      choice.trim().replaceAll(/(\w+)=(\w+)/g, (_, name, level) => `${name.replaceAll('_', '-')}: ${level}`),
    )
    .join(' or ');
}

function read(error: unknown): Refused {
  const found = error as {
    status?: number;
    message?: string;
    headers?: Refused['headers'];
    response?: { headers?: Refused['headers']; data?: { errors?: unknown } };
    errors?: unknown;
  };
  const errors = found.errors ?? found.response?.data?.errors;
  const first: { type?: string; message?: string } = (Array.isArray(errors) && errors[0]) || {};
  return {
    status: found.status ?? 0,
    message: first.message ?? found.message ?? String(error),
    headers: found.response?.headers ?? found.headers ?? {},
    answered: found.response !== undefined,
    type: first.type ?? null,
  };
}

/** The first line, with one full stop; octokit adds an address of the documentation that says nothing here. */
const sentence = (text: string): string =>
  `${
    text
      .split(' - https://')[0]
      ?.split('\n')[0]
      ?.replace(/[.:\s]+$/, '') ?? ''
  }.`;
