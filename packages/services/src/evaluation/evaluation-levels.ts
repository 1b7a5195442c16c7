import type { FunctionSymbol } from '@redoubt/fql';
import type { Id } from '@redoubt/kernel';
import { listLists, listPublishedVelocitySets, listSupportLists, type PublishedVelocitySet } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { plannedLists, type PlannedList } from '../plans/list-content.ts';
import { rowsOf, type KeptList, type LoadRows } from '../plans/named-lists.ts';
import { planFunction } from '../symbols/function-text.ts';
import { callSymbols, readCallables } from '../symbols/plan-calls.ts';
import { countablePath, reachableFunctions, readFunctionPath } from '../symbols/reachable-functions.ts';
import { readableVelocities } from '../symbols/readable-velocities.ts';
import { symbolsOf } from '../symbols/schema-symbols.ts';
import { inTransaction } from '../unit-of-work.ts';
import type { JobLevel, LevelJob } from './evaluation-protocol.ts';

/** What stands around a text of an environment that is tried. */
export type EvaluationLevels = {
  /** What its job takes of it. */
  readonly job: LevelJob;
  /** Every list of the environment, for the checker. */
  readonly known: readonly PlannedList[];
  /** The functions that its texts may call. */
  readonly reachable: readonly FunctionSymbol[];
  /** What the environment counts. */
  readonly sets: readonly PublishedVelocitySet[];
  /** Names of the velocities that its rules may read. */
  readonly velocities: readonly string[];
  /** The environment and those above it, root last. */
  readonly path: readonly Id[];
  /** Contents of the lists of all levels. */
  readonly load: LoadRows;
};

const keptOf = (lists: readonly PlannedList[]): readonly KeptList[] =>
  lists.map(({ name, contentHash }) => ({ name, hash: contentHash }));

/** The levels of an environment as they are published; for velocities without functions that those may not read. */
export const evaluationLevels = (
  context: EnvironmentContext,
  texts: 'rules' | 'velocities' = 'rules',
): Promise<EvaluationLevels> =>
  inTransaction(context, async (trx) => {
    const here = context.environmentId;
    const custom = await listLists(trx);
    const support = await listSupportLists(trx);
    const allSets = await listPublishedVelocitySets(trx);
    const published = await readFunctionPath(trx, here);
    const path = texts === 'velocities' ? countablePath(published) : published;
    const setsOf = (id: Id) => allSets.filter(({ environmentId }) => environmentId === id);
    const velocitiesOf = (id: Id) => readableVelocities(setsOf(id)).map(({ name }) => name);
    const listsOf = (id: Id) =>
      plannedLists(
        id,
        custom.filter(({ environmentId }) => environmentId === id),
        support,
      );
    const above: JobLevel[] = [];
    for (const { environmentId, functions } of path.slice(0, -1)) {
      const callable = await readCallables(trx, environmentId);
      const lists = listsOf(environmentId);
      above.push({
        environmentId,
        functions: functions.map(planFunction),
        callable,
        symbols: symbolsOf('purchase', lists, velocitiesOf(environmentId), callSymbols(callable)),
        lists: keptOf(lists),
      });
    }
    const known = listsOf(here);
    return {
      job: {
        environmentId: here,
        above,
        functions: (path.at(-1)?.functions ?? []).map(planFunction),
        callable: await readCallables(trx, here),
        lists: keptOf(known),
      },
      known,
      reachable: reachableFunctions(published),
      sets: setsOf(here),
      velocities: velocitiesOf(here),
      path: path.map(({ environmentId }) => environmentId).toReversed(),
      load: rowsOf(
        context,
        path
          .flatMap(({ environmentId }) => listsOf(environmentId))
          .map(({ contentHash: hash, unit }) => ({ hash, ...unit })),
      ),
    };
  });
