import {
  createApiCalls,
  createLastCalls,
  createRecentCalls,
  createRefusedCalls,
  type Database,
} from '@redoubt/storage';
import type { FastifyInstance } from 'fastify';
import type { PublicDependencies } from './public-api/public-frame.ts';

/** What is kept of calls of the public API; written when `app` closes at the latest. */
type CallRecords = Pick<PublicDependencies, 'refused' | 'answered'> & {
  /** Counts a call that leaves no record of its own. */
  readonly counted: ReturnType<typeof createApiCalls>['count'];
};

export const keepCallRecords = (app: FastifyInstance, database: Database): CallRecords => {
  const refused = createRefusedCalls(database);
  const counts = createApiCalls(database);
  const recent = createRecentCalls(database);
  const last = createLastCalls(database);
  for (const records of [refused, counts, recent, last]) app.addHook('onClose', () => records.close());
  return {
    refused: refused.keep,
    answered: (call) => {
      counts.count(call);
      last.note(call);
      recent.note(call);
    },
    counted: counts.count,
  };
};
