import type { AssessmentName, BacktestBaseline } from '@redoubt/domain';
import { environmentPath, fail, listNameKey, rootFirst, SUPPORT_LISTS, withDescendants } from '@redoubt/domain';
import type { SymbolTable, RuleSource } from '@redoubt/fql';
import { newId, type Id } from '@redoubt/kernel';
import {
  findRule,
  listBackfills,
  listContentVersions,
  listEnvironments,
  listLists,
  listPublishedFunctions,
  listPublishedVelocitySets,
  listRules,
  type TenantTransaction,
} from '@redoubt/storage';
import type { ServiceContext } from '../context.ts';
import { readAttributes } from '../symbols/assessment-symbols.ts';
import { symbolsOf } from '../symbols/schema-symbols.ts';
import { readListContent, supportContentHash, type ListContentMessage } from '../plans/list-content.ts';
import { readPlannedBranches, type PlannedBranch } from '../plans/branch-plans.ts';
import { formerFunctionsOf, namedBy, planRuleOf, readPlannedReferences } from '../plans/plan-record.ts';
import { planVelocitySet, SYSTEM_SETS } from '../plans/planned-velocity-sets.ts';
import { currentPlanIds } from '../plans/load-plan-sources.ts';
import { readRecordedLevels, type RecordedLevel } from '../plans/load-recorded-plan.ts';
import { callSymbols, readCallables } from '../symbols/plan-calls.ts';
import { failAt } from '../problems.ts';
import { ruleTextHash, sourceOf } from '../symbols/rule-text.ts';
import { readableVelocities } from '../symbols/readable-velocities.ts';
import { checkApart, type TextAsker } from '../texts/compile-text.ts';
import type { LevelData, ListHistory, ListVersion, PlanData, BacktestedRule } from './protocol.ts';

/** A rule text or a branch to try, and where. */
export type BacktestRequest = {
  readonly environmentId: Id;
  readonly assessment: AssessmentName;
  /** Null for a rule that was never saved: it would run last. */
  readonly ruleId: Id | null;
  readonly ruleName: string;
  /** Null for a branch as it is published. */
  readonly text: RuleSource | null;
  /** API name of the branch, where `text` is null. */
  readonly branch?: string | undefined;
  readonly baseline: BacktestBaseline;
  readonly from: Date;
  readonly to: Date;
};

/** Events listed as older than any position of the log: a recorded plan's list had this content whatever came later. */
const ALWAYS = -1;

/** The lists of an environment with everything they held. */
export const historiesOf = (
  versions: Awaited<ReturnType<typeof listContentVersions>>,
  environmentId: Id,
): readonly ListHistory[] => {
  const byName = Map.groupBy(
    versions.filter((version) => version.environmentId === environmentId),
    ({ name }) => name,
  );
  return [
    ...[...byName].map(([name, contents]) => ({
      name,
      versions: contents.map(({ listId, contentVersion, contentHash, activeFromPosition }) => ({
        content: { listId, contentVersion },
        hash: contentHash,
        after: activeFromPosition,
      })),
    })),
    ...SUPPORT_LISTS.map(({ entity, name }) => {
      // One content tells for every position what the list said there.
      const content = { environmentId, entity, revision: null };
      return { name, versions: [{ content, hash: supportContentHash(content), after: ALWAYS }] };
    }),
  ];
};

const asRecorded = (level: RecordedLevel): LevelData => ({
  ...level,
  lists: level.lists.map(({ name, hash, ...content }) => ({ name, versions: [{ content, hash, after: ALWAYS }] })),
});

const throughTime = (level: RecordedLevel, versions: Awaited<ReturnType<typeof listContentVersions>>): LevelData => {
  const named = new Set(level.lists.map(({ name }) => listNameKey(name)));
  const histories = historiesOf(versions, level.environmentId).filter(({ name }) => named.has(listNameKey(name)));
  return { ...level, lists: histories };
};

/** A recorded plan with the lists it decided with; null where it is not kept. */
export const readRecordedPlanData = async (
  trx: TenantTransaction,
  planId: string,
  environmentId: Id,
): Promise<PlanData | null> => {
  const levels = await readRecordedLevels(trx, planId);
  return levels ? { id: planId, environmentId, levels: levels.map(asRecorded) } : null;
};

/** Contents of lists by version. */
export const readContents = async (
  trx: TenantTransaction,
  versions: readonly ListVersion[],
): Promise<readonly ListContentMessage[]> => {
  const contents: ListContentMessage[] = [];
  for (const version of versions) {
    contents.push({ hash: version.hash, ...(await readListContent(trx, version.content)) });
  }
  return contents;
};

/** Refuses a text that could not be published, with every place. */
const requireCompiling = async (
  asker: TextAsker,
  name: string,
  text: RuleSource,
  symbols: SymbolTable,
): Promise<readonly string[]> => {
  const { references, diagnostics } = await checkApart(asker, text, symbols);
  const problems = diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ part, line, column, code, message }) => ({
      path: `${part}:${line}:${column}`,
      message: `${code} ${message}`,
    }));
  if (problems.length > 0) throw failAt('RULE-NOT-PUBLISHABLE', { name, count: problems.length }, problems);
  const { lists, supportLists } = references;
  return [...lists.map(({ name: list }) => list), ...supportLists];
};

const readSymbols = async (trx: TenantTransaction, request: BacktestRequest): Promise<SymbolTable> => {
  const { assessment, environmentId } = request;
  const velocities = readableVelocities(await listPublishedVelocitySets(trx, environmentId));
  const lists = await listLists(trx, environmentId);
  return symbolsOf(
    await readAttributes(trx, environmentId, assessment),
    lists,
    velocities.map(({ name }) => name),
    callSymbols(await readCallables(trx, environmentId)),
  );
};

/** The branch that is tried, or that the tried rule stands in. @throws `BRANCH-UNKNOWN`. */
const findTriedBranch = async (
  trx: TenantTransaction,
  { assessment, environmentId, branch: apiName }: BacktestRequest,
  branchId: Id | null,
): Promise<PlannedBranch | undefined> => {
  if (apiName === undefined && branchId === null) return undefined;
  const named = apiName?.toLowerCase();
  const branch = (await readPlannedBranches(trx, new Date(0))).find(
    (each) =>
      each.environmentId === environmentId &&
      each.assessment === assessment &&
      (named === undefined ? each.id === branchId : each.apiName.toLowerCase() === named),
  );
  if (branch === undefined) throw fail('BRANCH-UNKNOWN', { name: apiName ?? '' });
  return branch;
};

const readTried = async (
  trx: TenantTransaction,
  asker: TextAsker,
  request: BacktestRequest,
): Promise<BacktestedRule> => {
  const { assessment, environmentId, ruleId, ruleName } = request;
  const rule = ruleId === null ? undefined : await findRule(trx, { environmentId, assessment }, ruleId, false);
  if (ruleId !== null && rule?.type !== 'decision') throw fail('RULE-UNKNOWN', { id: ruleId });
  const symbols = await readSymbols(trx, request);
  const text = request.text && sourceOf({ ...request.text, clauses: [...request.text.clauses] }, 'decision');
  const branch = await findTriedBranch(trx, request, rule?.branchId ?? null);
  const references = await readPlannedReferences(trx);
  const branchRules = (branch?.rules ?? []).map(({ id }) => id);
  const ofBranch = namedBy(references, 'list', branchRules).map(({ name }) => name);
  const read = text ? await requireCompiling(asker, ruleName, text, symbols) : [];
  const named = new Set([...read, ...ofBranch].map(listNameKey));
  const order = rule?.order ?? null;
  const others = await listRules(trx, [environmentId], assessment, 'decision', branch?.id);
  const histories = historiesOf(await listContentVersions(trx, [environmentId]), environmentId);
  const published = Map.groupBy(await listPublishedFunctions(trx), (each) => each.environmentId);
  return {
    id: ruleId ?? newId(),
    name: ruleName,
    environmentId,
    text,
    hash: text === null ? '' : ruleTextHash({ ...text, clauses: [...text.clauses] }, 'decision'),
    branch: branch && {
      rules: branch.rules.map((each) => planRuleOf({ published, references }, each)),
      runMode: branch.runMode,
    },
    runsAfter: others
      .filter((other) => other.order !== null && (order === null || other.order < order))
      .map(({ id }) => id),
    symbols,
    lists: histories.filter(({ name }) => named.has(listNameKey(name))),
    velocitySets: [...SYSTEM_SETS, ...(await listPublishedVelocitySets(trx, environmentId))].map((set) =>
      planVelocitySet(environmentId, set, formerFunctionsOf({ published, references }, set)),
    ),
  };
};

/** Where a backtest is prepared; its text is checked where `texts` says. */
export type BacktestPlace = Pick<ServiceContext, 'database' | 'tenantId' | 'clock' | 'texts'>;

/** The rules that decide now, and what their velocities count. */
export type PlansOfToday = {
  /** None where they are not asked for. */
  readonly plans: readonly PlanData[];
  /** Whose events add to velocities that are read there: everything below the root. */
  readonly countedIn: readonly Id[];
  /** Velocities whose history was counted afterwards, as `<set>/<velocity>`. */
  readonly backfilled: ReadonlySet<string>;
};

export type PreparedBacktest = PlansOfToday & {
  readonly tried: BacktestedRule;
  /** Where the rule runs: its environment and all below. */
  readonly environmentIds: readonly Id[];
};

/** Reads the plans that decide now in some environments of a tree, an environment of which is given. */
export const readPlansOfToday = async (
  trx: TenantTransaction,
  { tenantId, clock }: Pick<BacktestPlace, 'tenantId' | 'clock'>,
  { environmentId, assessment, baseline }: Pick<BacktestRequest, 'environmentId' | 'assessment' | 'baseline'>,
  environmentIds: readonly Id[],
): Promise<PlansOfToday> => {
  const environments = await listEnvironments(trx);
  const versions = await listContentVersions(
    trx,
    environments.map(({ id }) => id),
  );
  const plans: PlanData[] = [];
  if (baseline === 'today') {
    for (const [planEnvironmentId, planId] of await currentPlanIds(trx, tenantId, clock, assessment)) {
      if (!environmentIds.includes(planEnvironmentId)) continue;
      const levels = (await readRecordedLevels(trx, planId)) ?? [];
      plans.push({
        id: planId,
        environmentId: planEnvironmentId,
        levels: levels.map((level) => throughTime(level, versions)),
      });
    }
  }
  const path = environmentPath(environmentId, new Map(environments.map((each) => [each.id, each])));
  const [root = environmentId] = rootFirst(environmentId, path);
  const done = (await listBackfills(trx)).filter(({ status }) => status === 'done');
  return {
    plans,
    countedIn: withDescendants(root, environments),
    backfilled: new Set(done.flatMap(({ setId, velocityIds }) => velocityIds.map((id) => `${setId}/${id}`))),
  };
};

/**
 * Reads what a backtest starts from: the tried rule in its place, and the plans that decide now.
 *
 * @throws `RULE-UNKNOWN`, `BRANCH-UNKNOWN`; `RULE-NOT-PUBLISHABLE` with the places of the text that do not compile.
 */
export const prepareBacktest = (
  { database, tenantId, clock, texts }: BacktestPlace,
  request: BacktestRequest,
): Promise<PreparedBacktest> =>
  database.inTenant(tenantId, async (trx) => {
    const tried = await readTried(trx, { tenantId, texts }, request);
    const environmentIds = withDescendants(request.environmentId, await listEnvironments(trx));
    return { tried, environmentIds, ...(await readPlansOfToday(trx, { tenantId, clock }, request, environmentIds)) };
  });
