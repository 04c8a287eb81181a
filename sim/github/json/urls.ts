import { fullName, type Hub } from '../hub/hub.ts';
import type { Issue, Repository } from '../hub/records.ts';

export type Json = Record<string, unknown>;

export const apiUrl = (hub: Hub, repository: Repository): string =>
  `${hub.urls.api}/repos/${fullName(repository)}`;
export const webUrl = (hub: Hub, repository: Repository): string => `${hub.urls.web}/${fullName(repository)}`;

export const issueApiUrl = (hub: Hub, issue: Issue): string =>
  `${apiUrl(hub, issue.repository)}/issues/${issue.number}`;
export const pullApiUrl = (hub: Hub, issue: Issue): string =>
  `${apiUrl(hub, issue.repository)}/pulls/${issue.number}`;
export const issueWebUrl = (hub: Hub, issue: Issue): string =>
  `${webUrl(hub, issue.repository)}/${issue.pull ? 'pull' : 'issues'}/${issue.number}`;

export const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
