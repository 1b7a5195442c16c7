/**
 * What the server works on beside requests, by kind. `unit` is what its progress counts; of values and rows it is not
 * known how many there are. `keptDays`: how long jobs that are over are kept; others go with the thing they are about.
 */
export const JOB_KINDS = {
  velocityBackfill: { unit: 'events' },
  backtest: { unit: 'events' },
  searchFill: { unit: 'events' },
  searchRemove: { unit: 'values', keptDays: 30 },
  subjectRequest: { unit: 'positions' },
  lateActions: { unit: 'events', keptDays: 30 },
  environmentPurge: { unit: 'rows', keptDays: 30 },
} as const;
export type JobKind = keyof typeof JOB_KINDS;
export type JobUnit = (typeof JOB_KINDS)[JobKind]['unit'];

/** A job that was cancelled or failed can be queued again. */
export const JOB_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type JobState = (typeof JOB_STATES)[number];
