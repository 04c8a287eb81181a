import type { Repository } from './records.ts';

/** The repository that a family of forks began with. */
export const rootOf = (repository: Repository): Repository =>
  repository.parent ? rootOf(repository.parent) : repository;
