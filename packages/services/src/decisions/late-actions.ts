import { isAppError, MINUTE_MS } from '@redoubt/kernel';
import {
  claimLateActions,
  forgetLateActions,
  keepLateActions,
  readEvent,
  type Database,
  type DueLateActions,
} from '@redoubt/storage';
import { pollForWork } from '../work-poll.ts';
import { recordedRun } from './replay.ts';
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
  keep: (key) => keepLateActions(database, key, GRACE_MS),
  forget: (key) =>
    forgetLateActions(database, key).catch((error: unknown) =>
      database.log.warn({ err: error, eventId: key.eventId }, 'late actions that ended will run again'),
    ),
});

const goOn = async (database: Database, service: DecisionService, due: DueLateActions): Promise<void> => {
  const { tenantId } = due;
  const record = await readEvent(database, due);
  // Without its event the merchant got no answer: it comes again, and its actions with it.
  if (record === undefined) return;
  const stored = await recordedRun(database, tenantId, record);
  if ('difference' in stored) return;
  if (stored.recorded.actions?.trace.some(({ outcome }) => outcome === 'late') !== true) return;
  await service.resumeActions(tenantId, record, stored);
};

/** Goes on with the late actions of one event whose node died; false where there is none. */
export const resumeLateActions = async (database: Database, service: DecisionService): Promise<boolean> => {
  const due = await claimLateActions(database, GRACE_MS);
  if (due === undefined) return false;
  const { eventId, attempts } = due;
  try {
    if (attempts <= MOST_ATTEMPTS) await goOn(database, service, due);
    else database.log.error({ eventId, attempts }, 'late actions of an event are given up');
  } catch (error) {
    // An environment that is gone has nothing to call; anything else may be better next time.
    if (!isAppError(error) || error.code !== 'ENV-NOT-ACTIVE') throw error;
  }
  await forgetLateActions(database, due);
  return true;
};

/** Looks at once and every ten seconds for late actions of nodes that died. */
export const startLateActions = (
  database: Database,
  service: DecisionService,
): { readonly close: () => Promise<void> } => {
  const resume = () =>
    resumeLateActions(database, service).catch((error: unknown) => {
      database.log.warn({ err: error }, 'late actions could not be gone on with; trying again');
      return false;
    });
  return pollForWork({
    look: async () => (await Promise.all(Array.from({ length: AT_ONCE }, resume))).includes(true),
    onFailure: (error) => database.log.error({ err: error }, 'late actions could not be looked for; trying again'),
    everyMs: LOOK_MS,
  });
};
