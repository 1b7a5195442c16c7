/**
 * How far the history of a velocity set is counted. One that failed or was cancelled goes on where it was when it is
 * started again.
 */
export const BACKFILL_STATUSES = ['waiting', 'running', 'done', 'cancelled', 'failed'] as const;
export type BackfillStatus = (typeof BACKFILL_STATUSES)[number];
