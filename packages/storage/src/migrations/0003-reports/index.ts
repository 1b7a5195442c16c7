import type { Kysely } from 'kysely';
import { createReports } from './reports.ts';
import { createUploads } from './uploads.ts';

/** What reports are read from, and files of past events that people upload. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await createReports(db);
  await createUploads(db);
};
