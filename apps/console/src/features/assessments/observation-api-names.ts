import type { ObservationTemplate } from '@redoubt/domain';

/** What an observation of a template is called in addresses unless somebody says otherwise. */
export const OBSERVATION_API_NAMES: Readonly<Record<ObservationTemplate, string>> = {
  AssessmentStatus: 'status',
  Bank: 'bank',
  Chargeback: 'chargeback',
  Custom: 'custom',
};
