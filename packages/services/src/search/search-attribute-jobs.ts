import { deleteSearchAttributeRow } from '@redoubt/storage';
import type { JobRunner } from '../jobs/job-runner.ts';
import { fillSearchAttribute, removeSearchAttribute, type SearchWorkOptions } from './run-search-work.ts';

export type SearchAttributeJobOptions = Pick<SearchWorkOptions, 'database' | 'clock'> & {
  /** How long after a change some node may still decide without it. */
  readonly settleMs?: number;
};

/** Nodes hear of a change at once and ask every second; the rest is for a node that is slow to load. */
const SETTLE_MS = 5000;

/**
 * How values of stored events are written down for attributes that were made searchable, and taken away for those that are
 * not any more.
 */
export const createSearchJobs = ({
  database,
  clock,
  settleMs = SETTLE_MS,
}: SearchAttributeJobOptions): readonly JobRunner[] => [
  {
    kind: 'searchFill',
    run: async (job, { signal }) => {
      await fillSearchAttribute({ database, clock, job, settleMs, signal });
      return undefined;
    },
  },
  {
    kind: 'searchRemove',
    run: async (job, { signal }) => {
      await removeSearchAttribute({ database, clock, job, settleMs, signal });
      return (trx) => deleteSearchAttributeRow(trx, job.subjectId);
    },
  },
];
