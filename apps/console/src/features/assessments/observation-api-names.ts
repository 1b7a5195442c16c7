import type { ObservationTemplate } from '@redoubt/domain';

/** What an observation of a template is called in addresses unless the user names it otherwise. */
export const OBSERVATION_API_NAMES: Readonly<Record<ObservationTemplate, string>> = {
  AssessmentStatus: 'status',
  Bank: 'bank',
  Chargeback: 'chargeback',
  Custom: 'custom',
};

/** A name nothing else has: the wished one, or numbered from 2. */
export const freeApiName = (wished: string, taken: readonly string[]): string => {
  const isTaken = (name: string): boolean => taken.some((other) => other.toLowerCase() === name.toLowerCase());
  let name = wished;
  for (let number = 2; isTaken(name); number++) name = `${wished}-${number}`;
  return name;
};
