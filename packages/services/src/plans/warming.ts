import type { BackfillStatus } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import type { StoredBackfill } from '@redoubt/storage';

/** A backfill that was cancelled is a choice: the velocity then counts from its publication on. */
const UNFINISHED: ReadonlySet<BackfillStatus> = new Set(['waiting', 'running', 'failed']);

/** Ids of the velocities whose history is to be counted and is not yet, by set. */
export const warmingVelocities = (
  backfills: readonly Pick<StoredBackfill, 'setId' | 'status' | 'velocityIds'>[],
): ReadonlyMap<Id, ReadonlySet<string>> => {
  const unfinished = backfills.filter(({ status }) => UNFINISHED.has(status));
  const bySet = Map.groupBy(unfinished, ({ setId }) => setId);
  return new Map([...bySet].map(([setId, ofSet]) => [setId, new Set(ofSet.flatMap(({ velocityIds }) => velocityIds))]));
};
