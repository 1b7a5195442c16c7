import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '@redoubt/kernel';
import { seedDemonstrationCases, type DemonstrationCases } from '@redoubt/services';
import type { Database } from '@redoubt/storage';
import type { FastifyBaseLogger } from 'fastify';

/** The first visitor opens the console meanwhile. */
const AFTER_MS = 2000;

/** Makes the cases of the demonstration while the server answers already. What a stop cuts off, the next start goes on with. */
export const startDemonstrationCases = (
  database: Database,
  service: DemonstrationCases['service'],
  log: FastifyBaseLogger,
): { readonly close: () => Promise<void> } => {
  const stop = new AbortController();
  const { signal } = stop;
  const seed = async (): Promise<void> => {
    try {
      await delay(AFTER_MS, undefined, { signal });
      await seedDemonstrationCases({ database, clock: systemClock, service, signal });
    } catch (error) {
      if (!signal.aborted)
        log.warn({ err: error }, 'the cases of the demonstration are not made; the next start goes on');
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
