import { dayText } from '@redoubt/domain';
import { HOUR_MS, type Clock } from '@redoubt/kernel';
import { listEnvironments, measureStorage, queueStorageMeasurements, type Database } from '@redoubt/storage';
import type { JobRunner } from '../jobs/job-runner.ts';

/** Notes once a day how much of the event log each environment keeps; its cost follows from that. */
export const createStorageMeasurements = ({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): JobRunner => ({
  kind: 'storageMeasurement',
  run: async ({ tenantId }, { signal, report }) => {
    const day = dayText(clock.now());
    const environments = await database.readTenant(tenantId, listEnvironments);
    const kept = environments.filter(({ status }) => status !== 'Deleted');
    let done = 0;
    for (const { id } of kept) {
      signal.throwIfAborted();
      await database.inTenant(tenantId, (trx) => measureStorage(trx, tenantId, id, day));
      done += 1;
      report({ done, total: kept.length });
    }
    return undefined;
  },
  schedule: { everyMs: HOUR_MS, run: () => queueStorageMeasurements(database, new Date(clock.now())) },
});
