import type { AlertTargets } from '@redoubt/contracts';
import {
  ALERT_FIGURE_FACTS,
  ALERT_FIGURES,
  allows,
  ASSESSMENTS,
  type AlertFigure,
  type AlertSeries,
} from '@redoubt/domain';
import { DAY_MS, type Id } from '@redoubt/kernel';
import {
  listAlertRules,
  listCalledPaths,
  listCaseQueues,
  listExternalCalls,
  type TenantTransaction,
} from '@redoubt/storage';
import { readAssessmentsInTree } from '../assessment-kinds/assessments-in-tree.ts';
import type { EnvironmentContext } from '../context.ts';
import { decidingEnvironmentIds, loadSubtree, scopeIds } from '../environments/subtree.ts';
import { failAt } from '../problems.ts';
import { reading } from '../unit-of-work.ts';
import { readSearches, requireCountable, seenSearches, type WatchedSearch } from './watched-searches.ts';

/** How far back addresses of the public API are offered. */
const PATH_DAYS = 7;

/** Whether the caller may see a figure. */
export const maySee = ({ capabilities }: Pick<EnvironmentContext, 'capabilities'>, figure: AlertFigure): boolean =>
  allows(capabilities, ALERT_FIGURE_FACTS[figure].permission);

/** What targets are called, by their id; null for assessments of the product, whose name the reader's language has. */
export type TargetNames = ReadonlyMap<string, string | null>;

/** Environments whose rules run here or below. */
const ruleEnvironments = async (trx: TenantTransaction, environmentId: Id): Promise<readonly Id[]> =>
  decidingEnvironmentIds(await loadSubtree(trx, environmentId), true);

/**
 * Everything that alerts of an environment can watch, without the public API.
 *
 * @param searches saved searches that the reader of the names sees
 */
export const readTargetNames = async (
  trx: TenantTransaction,
  environmentId: Id,
  searches: Iterable<Pick<WatchedSearch, 'id' | 'name'>>,
): Promise<TargetNames> =>
  new Map<string, string | null>([
    ...ASSESSMENTS.map((kind) => [kind, null] as const),
    ...(await readAssessmentsInTree(trx, environmentId)).map(({ kind, friendlyName }) => [kind, friendlyName] as const),
    ...(await listAlertRules(trx, await ruleEnvironments(trx, environmentId))).map(
      ({ id, name }) => [id, name] as const,
    ),
    ...(await listExternalCalls(trx, environmentId)).map(({ id, name }) => [id, name] as const),
    ...(await listCaseQueues(trx, environmentId, [])).map(({ id, name }) => [id, name] as const),
    ...[...searches].map(({ id, name }) => [id, name] as const),
  ]);

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether what a series is measured of is there: an assessment by its name, a rule, a call or a queue by its id. */
export const isThere = ({ figure, target }: Pick<AlertSeries, 'figure' | 'target'>, names: TargetNames): boolean => {
  const { subject } = ALERT_FIGURE_FACTS[figure];
  if (target === null || subject === 'api') return true;
  return names.has(target) && GUID.test(target) === (subject !== 'assessment');
};

/**
 * Throws ALERT-TARGET where what a series is measured of is not there, and what `requireCountable` throws for a saved search.
 */
export const requireTarget = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  series: AlertSeries,
): Promise<void> => {
  const { environmentId } = context;
  const searches = seenSearches(context, await readSearches(trx, environmentId));
  if (!isThere(series, await readTargetNames(trx, environmentId, searches)))
    throw failAt('ALERT-TARGET', { target: series.target ?? '' }, [{ path: 'body.target', message: 'is not there' }]);
  if (ALERT_FIGURE_FACTS[series.figure].subject !== 'search') return;
  const search = searches.find(({ id }) => id === series.target);
  if (search === undefined)
    throw failAt('ALERT-TARGET', { target: series.target ?? '' }, [{ path: 'body.target', message: 'is no search' }]);
  await requireCountable(trx, context, search, series);
};

/** What the form of an alert offers to its caller. */
export const getAlertTargets = (context: EnvironmentContext): Promise<AlertTargets> =>
  reading(context, async (trx) => {
    const { environmentId } = context;
    const since = new Date(context.clock.now() - PATH_DAYS * DAY_MS);
    const figures = ALERT_FIGURES.filter((figure) => maySee(context, figure));
    const of = (subject: string): boolean => figures.some((figure) => ALERT_FIGURE_FACTS[figure].subject === subject);
    return {
      assessments: of('assessment')
        ? [
            ...ASSESSMENTS.map((id) => ({ id, name: null })),
            ...(await readAssessmentsInTree(trx, environmentId)).map(({ kind, friendlyName }) => ({
              id: kind,
              name: friendlyName,
            })),
          ]
        : [],
      rules: of('rule')
        ? (await listAlertRules(trx, await ruleEnvironments(trx, environmentId))).map(({ id, name }) => ({ id, name }))
        : [],
      calls: of('externalCall')
        ? (await listExternalCalls(trx, environmentId)).map(({ id, name }) => ({ id, name }))
        : [],
      queues: of('queue') ? (await listCaseQueues(trx, environmentId, [])).map(({ id, name }) => ({ id, name })) : [],
      searches: of('search')
        ? seenSearches(context, await readSearches(trx, environmentId)).map(({ id, name }) => ({ id, name }))
        : [],
      paths: of('api')
        ? [...(await listCalledPaths(trx, scopeIds(await loadSubtree(trx, environmentId), true), since))]
        : [],
      figures,
    };
  });
