import { SESSION_DAYS } from '@redoubt/domain';
import { DAY_MS, HOUR_MS, type Clock } from '@redoubt/kernel';
import { purgeDeviceSessions, type Database } from '@redoubt/storage';
import { watchSteadily, type SteadyWatch } from '../watch-steadily.ts';

/** Drops sessions that are older than they may get, of every tenant; gives how many those were. */
export const dropOldSessions = async (database: Database, clock: Clock): Promise<number> => {
  const before = new Date(clock.now() - SESSION_DAYS * DAY_MS);
  let dropped = 0;
  for (const { tenantId } of await database.listTenants()) {
    dropped += await purgeDeviceSessions(database, tenantId, before);
  }
  return dropped;
};

/** Looks at once and every hour; several nodes may. */
export const watchDeviceSessions = (database: Database, clock: Clock): SteadyWatch =>
  watchSteadily(database, () => dropOldSessions(database, clock), {
    everyMs: HOUR_MS,
    failed: 'old device sessions could not be dropped; trying again',
  });
