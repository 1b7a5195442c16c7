import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '@redoubt/kernel';
import { seedDemonstrationHistory, type DemonstrationHistory } from '@redoubt/services';
import type { Database } from '@redoubt/storage';
import type { FastifyBaseLogger } from 'fastify';

/** The first visitor opens the console meanwhile. */
const AFTER_MS = 2000;

/** Makes the history of the demonstration while the server answers already. What a stop cuts off, the next start goes on with. */
export const startDemonstrationHistory = (
  database: Database,
  service: DemonstrationHistory['service'],
  log: FastifyBaseLogger,
): { readonly close: () => Promise<void> } => {
  const stop = new AbortController();
  const { signal } = stop;
  const seed = async (): Promise<void> => {
    try {
      await delay(AFTER_MS, undefined, { signal });
      await seedDemonstrationHistory({ database, clock: systemClock, service, signal });
    } catch (error) {
      if (!signal.aborted)
        log.warn({ err: error }, 'the history of the demonstration is not made; the next start goes on');
    }
  };
  const seeding = seed();
  return {
    close: async () => {
      stop.abort();
      await seeding;
    },
  };
};
