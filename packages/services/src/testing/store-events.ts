import { DAY_MS, HOUR_MS, type Clock } from '@redoubt/kernel';
import { createLog, readEvent, startProjectors, type Database, type LogEvent } from '@redoubt/storage';
import type { Scene } from './scene.ts';

/** The times of an event of the day that is so many days before today, at nine unless said otherwise. */
export const timesOfDay = (clock: Clock, daysAgo: number, hour = 9) => {
  const today = Math.floor(clock.now() / DAY_MS) * DAY_MS;
  const receivedAtMs = today - daysAgo * DAY_MS + hour * HOUR_MS;
  return { receivedAtMs, eventTimeMs: receivedAtMs };
};

/** Appends events to the log, each on its own, and resolves once they are projected. */
export const storeEvents = async (database: Database, events: readonly LogEvent[]): Promise<void> => {
  const log = createLog(database);
  const projectors = startProjectors(database, log);
  for (const event of events) await log.append(event);
  await projectors.caughtUp();
  await projectors.close();
  await log.close();
};

/** A purchase as the log holds it. */
export const storedPurchase = async (database: Database, scene: Scene, eventId: string, environment = 'Root') => {
  const place = {
    tenantId: scene.tenantId,
    environmentId: scene.idOf(environment),
    kind: 'purchase',
    eventId,
  } as const;
  const record = await readEvent(database, place);
  if (record === undefined) throw new Error(`${eventId} is not there`);
  return record;
};
