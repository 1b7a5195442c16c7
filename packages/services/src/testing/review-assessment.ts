import type { createAssessment } from '../assessments/create-assessment.command.ts';

/** An assessment that people define: it has one field, `stars`, a number. */
export const REVIEW_ASSESSMENT: Parameters<typeof createAssessment>[1] = {
  template: 'Custom',
  apiName: 'Review',
  friendlyName: 'Review',
  sections: ['user'],
  fields: [{ path: 'stars', friendlyName: 'Stars', type: 'integer', sample: 4, required: true, searchable: false }],
  observations: [],
  label: null,
  features: { caseManagement: false, search: true, reporting: false },
  dataSubjectIds: [],
  runMode: 'allUntilDecision',
};

/** The same with an observation and a label after it. */
export const LABELLED_REVIEW: typeof REVIEW_ASSESSMENT = {
  ...REVIEW_ASSESSMENT,
  observations: [{ template: 'Custom', friendlyName: 'Reply', apiName: 'Reply', fields: [] }],
  label: { friendlyName: 'Label', fields: [] },
};
