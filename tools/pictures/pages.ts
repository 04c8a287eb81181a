import { transcript } from '../../src/views/transcript/transcript.ts';
import { type Seen, seenInFlow } from './flow.ts';
import { githubPage } from './github-page.ts';

/** A page that people see, by the name of its pictures. */
export type SeenPage = { name: string; html: string };

const issue = 'Tax is off by a cent #1';

const makers: { readonly [name: string]: (seen: Seen) => string } = {
  'comment-working': ({ working }) => githubPage('comment', issue, working),
  'comment-done': ({ done }) => githubPage('comment', issue, done),
  'comment-failed': ({ failed }) => githubPage('comment', 'Tax is off by a cent #3', failed),
  'pull-request': ({ pull }) => githubPage('pull', `${pull.title} #${pull.number}`, pull.body),
  'job-summary': ({ summary }) => githubPage('summary', 'oi', summary),
  transcript: ({ log }) => transcript(log, { title: issue }),
};

export const pageNames = Object.keys(makers);

/** All pages of a run of the product that is built in `dist`. */
export async function pagesPeopleSee(dist: string): Promise<SeenPage[]> {
  const seen = await seenInFlow(dist);
  return Object.entries(makers).map(([name, make]) => ({ name, html: make(seen) }));
}
