import type { StepData } from '../data.ts';
import type { Fields } from './fields.ts';

/** One way to prepare fields for a template. It changes the fields it is given, which are a copy. */
export type Step<Name extends StepData['step']> = {
  name: Name;
  apply(fields: Fields, told: Extract<StepData, { step: Name }>): void;
};
