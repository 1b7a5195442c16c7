import { SESSION_DAYS } from '@redoubt/domain';
import { DAY_MS, HOUR_MS, type Clock } from '@redoubt/kernel';
import { purgeDeviceSessions, type Database } from '@redoubt/storage';

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
export const watchDeviceSessions = (database: Database, clock: Clock): { readonly close: () => Promise<void> } => {
  const look = () =>
    dropOldSessions(database, clock).then(
      () => undefined,
      (error: unknown) => database.log.warn({ err: error }, 'old device sessions could not be dropped; trying again'),
    );
  let looking: Promise<void> = look();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, HOUR_MS);
  timer.unref();
  return {
    close: () => {
      clearInterval(timer);
      return looking;
    },
  };
};
