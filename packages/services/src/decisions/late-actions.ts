import { isAppError, MINUTE_MS } from '@redoubt/kernel';
import {
  claimLateActions,
  deleteLateActions,
  recordLateActions,
  queueLateActionJobs,
  readEvent,
  stepJob,
  type ClaimedJob,
  type Database,
  type DueLateActions,
} from '@redoubt/storage';
import type { JobRunner } from '../jobs/job-runner.ts';
import type { TextCompiler } from '../texts/text-compiler.ts';
import { recordedRun } from './recorded/replay.ts';
import type { DecisionService, LateActionNotes } from './decision-service.ts';

/** Time that a node is given to run late actions: their calls end within thirty seconds. */
const GRACE_MS = 2 * MINUTE_MS;
const LOOK_MS = 10_000;
/** Events that are gone on with at a time. */
const AT_ONCE = 8;
/** Nodes that may try the late actions of an event, should each one die of it. */
const MOST_ATTEMPTS = 5;

/** Notes in the database, where other nodes and the next start find them. */
export const lateActionNotes = (database: Database): LateActionNotes => ({
  keep: (key) => recordLateActions(database, key, GRACE_MS),
  forget: (key) =>
    deleteLateActions(database, key).catch((error: unknown) =>
      database.log.warn({ err: error, eventId: key.eventId }, 'late actions that ended will run again'),
    ),
});

/** What late actions are continued with. */
type LateActions = {
  readonly database: Database;
  readonly service: DecisionService;
  /** Where the texts of the plans that decided are compiled. */
  readonly texts: TextCompiler;
};

const goOn = async ({ database, service, texts }: LateActions, due: DueLateActions): Promise<void> => {
  const { tenantId } = due;
  const record = await readEvent(database, due);
  // Without its event the merchant got no answer: it comes again, and its actions with it.
  if (record === undefined) return;
  const stored = await recordedRun(database, tenantId, record, texts);
  if (stored?.recorded.actions?.trace.some(({ outcome }) => outcome === 'late') !== true) return;
  await service.resumeActions(tenantId, record, stored);
};

/** Goes on with the late actions of one event whose node died; false where there is none. */
const resume = async (options: LateActions, job: ClaimedJob): Promise<boolean> => {
  const { database } = options;
  const due = await claimLateActions(database, job, GRACE_MS);
  if (due === undefined) return false;
  const { eventId, attempts } = due;
  try {
    if (attempts <= MOST_ATTEMPTS) await goOn(options, due);
    else database.log.error({ eventId, attempts }, 'late actions of an event are given up');
  } catch (error) {
    // An environment that is gone has nothing to call; anything else may be better next time.
    if (!isAppError(error) || error.code !== 'ENV-NOT-ACTIVE') throw error;
  }
  await deleteLateActions(database, due);
  await stepJob(database, job, { done: 1 });
  return true;
};

/** How late actions of nodes that died are continued: a job for each environment that has some. */
export const createLateActions = (options: LateActions): JobRunner => ({
  kind: 'lateActions',
  run: async (job, { signal }) => {
    for (let wasFound = true; wasFound && !signal.aborted;) {
      const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => resume(options, job)));
      const failure = outcomes.find(({ status }) => status === 'rejected');
      // What failed is due again after its grace, as the notes of a node that died are.
      if (failure?.status === 'rejected') throw failure.reason;
      wasFound = outcomes.some((outcome) => outcome.status === 'fulfilled' && outcome.value);
    }
    return undefined;
  },
  schedule: { everyMs: LOOK_MS, run: () => queueLateActionJobs(options.database) },
});
