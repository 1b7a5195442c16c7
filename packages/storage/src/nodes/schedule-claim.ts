import type pg from 'pg';
import type { Database } from '../database/database.ts';
import { tryHoldLock } from './session-lock.ts';

/** Says which of several nodes runs the schedules that one node runs for all. */
export type ScheduleClaim = {
  /** Whether this is that node; asking makes it so where no other one is. */
  readonly isOurs: () => Promise<boolean>;
  readonly close: () => Promise<void>;
};

/** The claim is an advisory lock of a session: another node takes it once this one closes, dies or loses its connection. */
export const claimSchedules = (database: Database): ScheduleClaim => {
  let session: pg.Client | undefined;
  return {
    isOurs: async () => {
      if (session) return true;
      const held = await tryHoldLock(database, 'schedules', 'alone');
      held?.once('end', () => {
        if (session === held) session = undefined;
      });
      session = held;
      return held !== undefined;
    },
    close: async () => {
      const held = session;
      session = undefined;
      await held?.end().catch(() => undefined);
    },
  };
};
