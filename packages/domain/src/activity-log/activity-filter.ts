/** What entries of the activity log are found by, in the order the attributes are offered. */
export const ACTIVITY_ATTRIBUTES = [
  'changedBy',
  'changedById',
  'operation',
  'resourceType',
  'resourceName',
  'resourceId',
  'assessmentName',
  'assessmentId',
  'environmentName',
  'environmentId',
  'logId',
  'correlationId',
] as const;
export type ActivityAttribute = (typeof ACTIVITY_ATTRIBUTES)[number];

export const ACTIVITY_OPERATORS = ['in', 'notIn', 'isEmpty', 'isNotEmpty', 'isNull', 'isNotNull'] as const;
export type ActivityOperator = (typeof ACTIVITY_OPERATORS)[number];

/** Whether an operator compares with values; the others ask whether there is one. */
export const takesValues = (operator: ActivityOperator): boolean => operator === 'in' || operator === 'notIn';

/** Conditions of one search, joined by one And or Or, and values of one condition. */
export const MAX_ACTIVITY_FILTERS = 5;
export const MAX_ACTIVITY_VALUES = 50;
/** Entries of one file; newer ones first. */
export const MAX_ACTIVITY_EXPORT = 10_000;
/** Months that one search may span. */
export const ACTIVITY_MONTHS = 13;
