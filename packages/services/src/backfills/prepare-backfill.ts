import { DEFAULT_VELOCITY_WINDOW_MODE, fail, listNameKey, withDescendants } from '@redoubt/domain';
import { velocitiesOf } from '@redoubt/engine';
import type { SymbolTable } from '@redoubt/fql';
import type { Id } from '@redoubt/kernel';
import {
  findBackfill,
  findPlanManifest,
  findPlanUnits,
  listContentVersions,
  listEnvironments,
  listFunctionsAt,
  listLists,
  measureBackfill,
  velocitySetStore,
  type StoredBackfill,
  type StoredVelocitySetVersion,
  type TenantTransaction,
} from '@redoubt/storage';
import { historiesOf } from '../backtests/prepare-backtest.ts';
import type { ListHistory } from '../backtests/protocol.ts';
import { symbolsOf } from '../symbols/schema-symbols.ts';
import { planFunction } from '../symbols/function-text.ts';
import {
  countablePath,
  reachableFunctions,
  readFunctionPath,
  type FunctionPath,
} from '../symbols/reachable-functions.ts';
import type { Manifest, VelocitySetUnit } from '../plans/manifest.ts';
import { planVelocitySet } from '../plans/planned-velocity-sets.ts';
import { velocityNames, velocitySource } from '../symbols/velocity-text.ts';
import { checkApart, type TextAsker } from '../texts/compile-text.ts';
import type { BackfillJob, BackfillLevel } from './protocol.ts';

export type PreparedBackfill = {
  readonly backfill: StoredBackfill;
  /** Events that are left to look at, as the log stands now. */
  readonly ahead: number;
  readonly job: Omit<BackfillJob, 'installationKey' | 'data'>;
  /** Where the events to count come from: the environment of the set and all below. */
  readonly environmentIds: readonly Id[];
  /** When the text that is counted was published. */
  readonly publishedAtMs: number;
};

type Histories = (environmentId: Id, names: Iterable<string>) => readonly ListHistory[];

/** Histories of the lists of some environments that texts name. */
const readHistories = async (trx: TenantTransaction, environmentIds: readonly Id[]): Promise<Histories> => {
  const versions = await listContentVersions(trx, environmentIds);
  return (environmentId, names) => {
    const named = new Set([...names].map(listNameKey));
    return historiesOf(versions, environmentId).filter(({ name }) => named.has(listNameKey(name)));
  };
};

/** A level of the path as the thread compiles it: functions in the versions that history is counted with. */
const levelOf = async (
  asker: TextAsker,
  { environmentId, functions }: FunctionPath[number],
  symbols: SymbolTable,
  historiesIn: Histories,
  named: readonly string[],
): Promise<BackfillLevel> => {
  const planned = functions.map(planFunction);
  const checked = await Promise.all(planned.map(({ text }) => checkApart(asker, text, symbols)));
  const read = checked.flatMap(({ references }) => references.lists);
  return {
    environmentId,
    functions: planned,
    symbols,
    lists: historiesIn(environmentId, [...named, ...read.map(({ name }) => name)]),
  };
};

const jobOf = async (
  trx: TenantTransaction,
  texts: TextAsker['texts'],
  { tenantId, environmentId, setId, velocityIds }: StoredBackfill,
  text: StoredVelocitySetVersion,
): Promise<PreparedBackfill['job']> => {
  // As they were when the set was published: counts of one text come out the same whenever, and however often, it is begun.
  const path = countablePath(
    await readFunctionPath(trx, environmentId, await listFunctionsAt(trx, text.functionVersions)),
  );
  const lists = Map.groupBy(await listLists(trx), (list) => list.environmentId);
  const symbols: SymbolTable = {
    ...symbolsOf('purchase', lists.get(environmentId) ?? [], velocityNames(text)),
    functions: reachableFunctions(path),
  };
  const asker = { texts, tenantId };
  const { references, diagnostics } = await checkApart(asker, velocitySource(text), symbols);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw fail('VELOCITY-SET-NOT-PUBLISHABLE', { name: setId, count: errors.length });
  const set = planVelocitySet(environmentId, { ...text, id: setId, name: '', active: true });
  const series = [...velocitiesOf(set, 0, DEFAULT_VELOCITY_WINDOW_MODE)].flatMap(([id, { velocity }]) =>
    velocityIds.includes(id) ? [velocity.series] : [],
  );
  const historiesIn = await readHistories(
    trx,
    path.map((level) => level.environmentId),
  );
  const named = references.lists.map(({ name }) => name);
  return {
    tenantId,
    environmentId,
    set,
    series,
    levels: await Promise.all(
      path.map((level) =>
        level.environmentId === environmentId
          ? levelOf(asker, level, symbols, historiesIn, named)
          : levelOf(asker, level, symbolsOf('purchase', lists.get(level.environmentId) ?? []), historiesIn, []),
      ),
    ),
  };
};

/**
 * Reads what a backfill starts from. Throws VELOCITY-SET-UNKNOWN where the set is gone, and VELOCITY-SET-NOT-PUBLISHABLE
 * where its text names what is gone.
 */
export const prepareBackfill = async (
  trx: TenantTransaction,
  backfillId: Id,
  texts: TextAsker['texts'],
): Promise<PreparedBackfill> => {
  const backfill = await findBackfill(trx, backfillId);
  const text = backfill && (await velocitySetStore.findVersion(trx, backfill.setId, backfill.setVersion));
  if (!text) throw fail('VELOCITY-SET-UNKNOWN', { id: backfillId });
  const environmentIds = withDescendants(backfill.environmentId, await listEnvironments(trx));
  const ahead = await measureBackfill(trx, environmentIds, backfill.readPosition);
  const job = await jobOf(trx, texts, backfill, text);
  return { backfill, ahead, job, environmentIds, publishedAtMs: text.publishedAt.getTime() };
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
