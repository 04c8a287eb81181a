/** What proving a change takes, in one place to load when there is something to prove. */
export { findings } from './evidence/index.ts';
export { planChecks } from './plan-checks.ts';
export { scriptsBehind } from './scripts/index.ts';
