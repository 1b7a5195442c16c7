import { SUBJECT_EXPORT_DAYS } from '@redoubt/domain';
import { DAY_MS, HOUR_MS, isAppError, newId, type Clock } from '@redoubt/kernel';
import {
  claimSubjectRequest,
  expireSubjectRequests,
  failSubjectRequest,
  NotOurs,
  releaseSubjectRequest,
  type Database,
} from '@redoubt/storage';
import { pollForWork, restAfterFailure } from '../work-poll.ts';
import { runSubjectRequest } from './run-subject-request.ts';
import type { SubjectKeys } from '../secrets/subject-keys.ts';

export type SubjectJobs = {
  /** Leaves what runs to the next start, or to another node. */
  readonly close: () => Promise<void>;
};

const POLL_MS = 1000;
/** Failures in a row that a request survives by itself: a database may restart meanwhile. */
const MAX_ATTEMPTS = 5;

/** Removes exports of every tenant whose time is over. */
export const expireExports = async (database: Database, clock: Clock): Promise<void> => {
  const nowMs = clock.now();
  for (const { tenantId } of await database.listTenants()) {
    await database.inTenant(tenantId, (trx) =>
      expireSubjectRequests(trx, new Date(nowMs), new Date(nowMs - SUBJECT_EXPORT_DAYS * DAY_MS)),
    );
  }
};

/**
 * Works on the subject requests of all tenants, one after the other. Several nodes may run this: each request is one node's
 * at a time, and where it stands is in the database.
 */
export const startSubjectJobs = (database: Database, clock: Clock, keys: SubjectKeys): SubjectJobs => {
  const nodeId = newId();

  const next = async (signal: AbortSignal): Promise<boolean> => {
    const claimed = await claimSubjectRequest(database, nodeId);
    if (claimed === undefined) return false;
    const facts = { request: claimed.id, tenantId: claimed.tenantId };
    database.log.info(facts, 'a subject request begins or goes on');
    try {
      const isOver = await runSubjectRequest({ database, clock, keys, signal }, claimed);
      if (isOver) database.log.info(facts, 'a subject request is over');
      else await releaseSubjectRequest(database, claimed);
    } catch (error) {
      if (error instanceof NotOurs) return true;
      const isGivenUp = await failSubjectRequest(
        database,
        claimed,
        isAppError(error) ? error.code : 'SRV-INTERNAL',
        isAppError(error) ? 1 : MAX_ATTEMPTS,
      );
      database.log.error({ err: error, request: claimed.id, isGivenUp }, 'a subject request failed');
      await restAfterFailure(POLL_MS, signal);
    }
    return true;
  };

  let expiredAtMs = Number.NEGATIVE_INFINITY;
  return pollForWork({
    look: async (signal) => {
      if (clock.now() - expiredAtMs >= HOUR_MS) {
        await expireExports(database, clock);
        expiredAtMs = clock.now();
      }
      return next(signal);
    },
    onFailure: (error) => database.log.warn({ err: error }, 'subject requests could not be looked for; trying again'),
    everyMs: POLL_MS,
  });
};
