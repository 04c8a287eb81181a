export { canaries, type Job } from './job.ts';
export { type ActionResult, runAction } from './run-action.ts';
