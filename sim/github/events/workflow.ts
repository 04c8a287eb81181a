import type { Hub } from '../hub/hub.ts';
import type { Repository } from '../hub/records.ts';
import { repositoryJson } from '../json/repository-json.ts';
import type { Json } from '../json/urls.ts';

export const usualWorkflow = '.github/workflows/oi.yml';
export const defaultRef = ({ defaultBranch }: Repository): string => `refs/heads/${defaultBranch}`;

export const dispatchPayload = (
  repository: Repository,
  options: { inputs?: Record<string, string>; ref?: string; workflow?: string },
): Json => ({
  inputs: options.inputs ?? null,
  ref: options.ref ?? defaultRef(repository),
  workflow: options.workflow ?? usualWorkflow,
});

/** Actions alone sends this one, so GitHub's webhook schema does not have it: written from memory. */
export const schedulePayload = (
  hub: Hub,
  repository: Repository,
  options: { cron?: string; workflow?: string },
): Json => ({
  schedule: options.cron ?? '17 3 * * *',
  repository: repositoryJson(hub, repository),
  workflow: options.workflow ?? usualWorkflow,
});
