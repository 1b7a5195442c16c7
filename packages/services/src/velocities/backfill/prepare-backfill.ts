import { DEFAULT_VELOCITY_WINDOW_MODE, fail, listNameKey, withDescendants } from '@redoubt/domain';
import { velocitiesOf } from '@redoubt/engine';
import { checkRule, compileRule } from '@redoubt/fql';
import type { Id } from '@redoubt/kernel';
import {
  findBackfill,
  findPlanManifest,
  findPlanUnits,
  findVelocitySetVersion,
  listContentVersions,
  listEnvironments,
  listLists,
  measureBackfill,
  updateBackfillTotal,
  type StoredBackfill,
  type StoredVelocitySetVersion,
  type TenantTransaction,
} from '@redoubt/storage';
import { historiesOf } from '../../backtests/prepare-backtest.ts';
import { symbolsOf } from '../../symbols/schema-symbols.ts';
import type { Manifest, VelocitySetUnit } from '../../plans/manifest.ts';
import { planVelocitySet } from '../../plans/planned-velocity-sets.ts';
import { velocityNames, velocitySource } from '../velocity-text.ts';
import type { BackfillJob } from './protocol.ts';

export type PreparedBackfill = {
  readonly backfill: StoredBackfill;
  readonly job: Omit<BackfillJob, 'installationKey' | 'data'>;
  /** Where the events to count come from: the environment of the set and all below. */
  readonly environmentIds: readonly Id[];
  /** When the text that is counted was published. */
  readonly publishedAtMs: number;
};

const jobOf = async (
  trx: TenantTransaction,
  { tenantId, environmentId, setId, velocityIds }: StoredBackfill,
  text: StoredVelocitySetVersion,
): Promise<PreparedBackfill['job']> => {
  const symbols = symbolsOf('purchase', await listLists(trx, environmentId), velocityNames(text));
  const { checked, diagnostics } = checkRule(velocitySource(text), symbols);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw fail('VELOCITY-SET-NOT-PUBLISHABLE', { name: setId, count: errors.length });
  // What a call answered then is not known, and asking now would be another answer.
  if (compileRule(checked).isAsync) throw fail('VELOCITY-HISTORY-CALLS-OUT');
  const set = planVelocitySet(environmentId, { ...text, id: setId, name: '', active: true });
  const series = [...velocitiesOf(set, 0, DEFAULT_VELOCITY_WINDOW_MODE)].flatMap(([id, { velocity }]) =>
    velocityIds.includes(id) ? [velocity.series] : [],
  );
  const named = new Set(checked.references.lists.map(({ name }) => listNameKey(name)));
  const lists = historiesOf(await listContentVersions(trx, [environmentId]), environmentId);
  return {
    tenantId,
    environmentId,
    set,
    series,
    symbols,
    lists: lists.filter(({ name }) => named.has(listNameKey(name))),
  };
};

/**
 * Reads what a backfill starts from. Throws VELOCITY-SET-UNKNOWN where the set is gone, VELOCITY-SET-NOT-PUBLISHABLE where
 * its text names what is gone, and VELOCITY-HISTORY-CALLS-OUT.
 */
export const prepareBackfill = async (trx: TenantTransaction, backfillId: Id): Promise<PreparedBackfill> => {
  const backfill = await findBackfill(trx, backfillId);
  const text = backfill && (await findVelocitySetVersion(trx, backfill.setId, backfill.setVersion));
  if (!text) throw fail('VELOCITY-SET-UNKNOWN', { id: backfillId });
  const environmentIds = withDescendants(backfill.environmentId, await listEnvironments(trx));
  const ahead = await measureBackfill(trx, environmentIds, backfill.readPosition);
  await updateBackfillTotal(trx, backfillId, backfill.eventsDone + ahead);
  const job = await jobOf(trx, backfill, text);
  return { backfill, job, environmentIds, publishedAtMs: text.publishedAt.getTime() };
};

/**
 * The series of a set that a recorded plan knew: its events were counted in them, or were not because the set was
 * inactive, which is a choice.
 */
export const readCountedSeries = async (
  trx: TenantTransaction,
  planId: string,
  { environmentId, set }: Pick<BackfillJob, 'environmentId' | 'set'>,
): Promise<readonly string[]> => {
  const manifest = (await findPlanManifest(trx, planId)) as unknown as Manifest | undefined;
  const sets = (manifest?.levels ?? [])
    .filter((level) => level.environmentId === environmentId)
    .flatMap(({ velocitySets = [] }) => velocitySets.filter(({ id }) => id === set.id));
  const units = await findPlanUnits(
    trx,
    sets.map(({ unit }) => unit),
  );
  return sets.flatMap(({ unit, ...known }) => {
    const text = units.get(unit) as unknown as VelocitySetUnit | undefined;
    if (text === undefined) return [];
    const planned = planVelocitySet(environmentId, { ...known, ...text, contentHash: unit });
    return [...velocitiesOf(planned, 0, DEFAULT_VELOCITY_WINDOW_MODE).values()].map(({ velocity }) => velocity.series);
  });
};
