import type { Kysely } from 'kysely';
import { createReports } from './reports.ts';

/** What reports are read from. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await createReports(db);
};
