import type { Kysely } from 'kysely';
import { createCases } from './cases.ts';
import { createNotes } from './notes.ts';
import { createQueues } from './queues.ts';
import { createCaseReport } from './report.ts';
import { createCaseSettings } from './settings.ts';

/** Case management: queues, routing rules, cases and what people do with them. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await createQueues(db);
  await createCases(db);
  await createCaseSettings(db);
  await createNotes(db);
  await createCaseReport(db);
};
