import { OiError } from '../../core/errors.ts';

/**
 * Creates a thing that must not be there twice. When the answer got lost nobody knows whether it was made: so look, and
 * only then try once more. `create` must not be retried by the client (`unrepeated`).
 */
export async function createOnce<T>(create: () => Promise<T>, find: () => Promise<T | null>): Promise<T> {
  try {
    return await create();
  } catch (error) {
    if (!(error instanceof OiError && error.code === 'forge.unavailable')) throw error;
    return (await find()) ?? (await create());
  }
}

/** Parameters for a request that octokit is not to repeat by itself. */
export const unrepeated = { request: { retries: 0 } } as const;
