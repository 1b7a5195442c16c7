import type { VelocityBackfill, VelocityHistory } from '@redoubt/contracts';
import { fail, type BackfillStatus, type VelocitySetDefinition } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  findVelocitySet,
  listBackfills,
  velocitySetStore,
  type StoredBackfill,
  type StoredVelocitySet,
  type TenantTransaction,
} from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { findSystemSet, mayWriteVelocities } from './velocity-set-scope.ts';
import { velocityFactsOf } from '../symbols/velocity-text.ts';
import { inTransaction } from '../unit-of-work.ts';

const BY_URGENCY: readonly (readonly BackfillStatus[])[] = [['running', 'waiting'], ['failed'], ['cancelled', 'done']];

const secondsLeft = ({ status, eventsTotal, eventsDone, eventsPerSecond }: StoredBackfill): number | null =>
  status === 'running' && eventsPerSecond > 0 ? Math.ceil((eventsTotal - eventsDone) / eventsPerSecond) : null;

/** A backfill as screens show it, with the names of the published text; those it no longer has are left out. */
export const wireBackfill = (
  backfill: StoredBackfill,
  text: Pick<VelocitySetDefinition, 'velocities'>,
): VelocityBackfill => ({
  id: backfill.id,
  status: backfill.status,
  velocities: velocityFactsOf(text)
    .filter(({ id }) => backfill.velocityIds.includes(id))
    .map(({ name }) => name),
  eventsDone: backfill.eventsDone,
  eventsTotal: backfill.eventsTotal,
  eventsCounted: backfill.eventsCounted,
  eventsPerSecond: Math.round(backfill.eventsPerSecond),
  secondsLeft: secondsLeft(backfill),
  missingLists: [...backfill.missingLists],
  problem: backfill.problem,
  started: { by: backfill.startedBy, at: backfill.startedAt.toISOString() },
  finishedAt: backfill.finishedAt?.toISOString() ?? null,
});

/** Of the backfills of a set, newest first, the one to show: what runs before what failed before what is over. */
export const mostUrgent = (backfills: readonly StoredBackfill[]): StoredBackfill | undefined =>
  BY_URGENCY.flatMap((statuses) => backfills.filter(({ status }) => statuses.includes(status)))[0];

/** Ids of velocities of a published text that no backfill covers. */
export const uncoveredVelocities = (
  text: Pick<VelocitySetDefinition, 'velocities'>,
  backfills: readonly StoredBackfill[],
): readonly Id[] => {
  const covered = new Set(backfills.flatMap(({ velocityIds }) => velocityIds));
  return text.velocities.flatMap(({ id }) => (covered.has(id) ? [] : [id]));
};

/** The published text of a set; undefined where it was never published. */
export const readPublishedText = async (trx: TenantTransaction, set: StoredVelocitySet) =>
  set.publishedVersion === null ? undefined : velocitySetStore.findVersion(trx, set.id, set.publishedVersion);

export const readVelocityHistory = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  setId: Id,
): Promise<VelocityHistory> => {
  if (findSystemSet(setId)) return { backfill: null, fromNow: [], canWrite: false };
  const set = await findVelocitySet(trx, context.environmentId, setId);
  if (!set) throw fail('VELOCITY-SET-UNKNOWN', { id: setId });
  const text = (await readPublishedText(trx, set)) ?? { velocities: [] };
  const backfills = await listBackfills(trx, { setId });
  const shown = mostUrgent(backfills);
  const uncovered = uncoveredVelocities(text, backfills);
  return {
    backfill: shown ? wireBackfill(shown, text) : null,
    fromNow: velocityFactsOf(text)
      .filter(({ id }) => uncovered.includes(id))
      .map(({ name }) => name),
    canWrite: mayWriteVelocities(context),
  };
};

/** How far the history of a set is counted. Throws VELOCITY-SET-UNKNOWN. */
export const getVelocityHistory = (context: EnvironmentContext, setId: Id): Promise<VelocityHistory> =>
  inTransaction(context, (trx) => readVelocityHistory(trx, context, setId));
