import type { RuleSet, RuleSummary } from '@redoubt/contracts';
import {
  allows,
  DEFAULT_RUN_MODE,
  environmentPath,
  familyOf,
  isDefinedAssessment,
  ruleStatus,
  withDescendants,
  type AssessmentName,
  type RuleFamily,
  type RuleType,
} from '@redoubt/domain';
import { DAY_MS, MINUTE_MS, type Id } from '@redoubt/kernel';
import {
  isApprovalRequired,
  listEnvironments,
  targetsWithOpenRequest,
  listRules,
  listRuleSets,
  readRuleMixes,
  readRuleSet,
  ruleHits24h,
  type RuleListItem,
  type RuleMix,
  type WatchedRule,
} from '@redoubt/storage';
import { namedRuleSet } from './branch-scope.ts';
import { readSample } from '../symbols/assessment-symbols.ts';
import type { EnvironmentContext } from '../context.ts';
import { tagOf } from '../version-tag.ts';
import { excerptOf } from './excerpt.ts';
import { mayWriteRules } from './rule-scope.ts';
import { inTransaction } from '../unit-of-work.ts';

type Hits = Awaited<ReturnType<typeof ruleHits24h>>;

/** How long after a publication the list watches what it changed. */
const WATCHED_MS = DAY_MS;

/** The rule as its newest version is watched; null where there was none before, or it was published long ago. */
const watchedOf = ({ id, publishedVersion, publishedAt }: RuleListItem, nowMs: number): WatchedRule | null => {
  if (publishedVersion === null || publishedVersion < 2 || publishedAt === null) return null;
  const spanMs = Math.max(nowMs - publishedAt.getTime(), MINUTE_MS);
  return spanMs > WATCHED_MS ? null : { ruleId: id, publishedAt, spanMs };
};

const sincePublished = (rule: RuleListItem, mix: RuleMix | undefined, nowMs: number): RuleSummary['sincePublished'] => {
  const watched = watchedOf(rule, nowMs);
  if (watched === null || mix === undefined || rule.publishedVersion === null) return null;
  const counted = ({ hits, decisions }: RuleMix['after']) => ({ hits, decisions: { ...decisions } });
  return {
    version: rule.publishedVersion,
    before: rule.publishedVersion - 1,
    publishedAt: watched.publishedAt.toISOString(),
    spanMs: watched.spanMs,
    after: counted(mix.after),
    earlier: counted(mix.earlier),
  };
};

const summaryOf = (
  rule: RuleListItem,
  hits: Hits,
  mixes: ReadonlyMap<Id, RuleMix>,
  requested: ReadonlySet<Id>,
  nowMs: number,
): RuleSummary => ({
  id: rule.id,
  type: rule.type,
  name: rule.name,
  description: rule.description,
  status: ruleStatus({
    published: rule.publishedVersion !== null,
    active: rule.active,
    hasDraft: rule.draft !== null,
  }),
  order: rule.order,
  conditionExcerpt: excerptOf(rule.condition),
  clauseCount: rule.clauses.length,
  publishedVersion: rule.publishedVersion,
  changed: { by: rule.changedBy, at: rule.changedAt.toISOString() },
  requested: requested.has(rule.id),
  hits24h: hits.get(rule.id)?.hits ?? 0,
  decisions24h: { ...hits.get(rule.id)?.decisions },
  sincePublished: sincePublished(rule, mixes.get(rule.id), nowMs),
});

const loadRuleSet = (context: EnvironmentContext, assessment: AssessmentName, apiName: string | undefined) =>
  inTransaction(context, async (trx) => {
    const { environmentId } = context;
    const { key, branch } = await namedRuleSet(trx, context, assessment, apiName);
    const sample = await readSample(trx, environmentId, assessment);
    const environments = await listEnvironments(trx);
    const byId = new Map(environments.map((each) => [each.id, each]));
    const ancestors = environmentPath(environmentId, byId).parentIds.toReversed();
    const listed = [
      ...(await listRules(trx, [environmentId], assessment, undefined, branch?.id)),
      ...(await listRules(trx, ancestors, assessment)),
    ];
    return {
      sample,
      requested: await targetsWithOpenRequest(
        trx,
        listed.map(({ id }) => id),
      ),
      approval: await isApprovalRequired(trx, environmentId),
      set: await readRuleSet(trx, key),
      branch,
      runModes: new Map((await listRuleSets(trx, assessment)).map((set) => [set.environmentId, set.runMode])),
      rules: Map.groupBy(listed, (rule): Id => rule.environmentId),
      ancestors: ancestors.map((id) => ({ id, name: byId.get(id)?.name ?? id })),
      /** Where its rules run: here and below. */
      scope: withDescendants(environmentId, environments),
    };
  });

/** One of the lists of an assessment as its page shows it; routing rules are not inherited. Throws BRANCH-UNKNOWN. */
export const readRuleList = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  family: RuleFamily,
  apiName?: string,
): Promise<RuleSet> => {
  const { branch, sample, set, runModes, rules, requested, approval, ancestors, scope } = await loadRuleSet(
    context,
    assessment,
    apiName,
  );
  const nowMs = context.clock.now();
  const now = new Date(nowMs);
  const counted = { tenantId: context.tenantId, environmentIds: scope };
  const hits = await ruleHits24h(context.database, counted, now);
  const watched = [...rules.values()].flat().flatMap((rule) => watchedOf(rule, nowMs) ?? []);
  const mixes = await readRuleMixes(context.database, counted, now, watched);
  const summaries = (list: readonly RuleListItem[]): RuleSummary[] =>
    list.map((rule) => summaryOf(rule, hits, mixes, requested, nowMs));
  const published = (list: readonly RuleListItem[], type: RuleType): RuleSummary[] =>
    summaries(list.filter((rule) => rule.publishedVersion !== null && rule.type === type));
  const isRouting = family === 'routing';
  const own = rules.get(context.environmentId) ?? [];
  return {
    environmentId: context.environmentId,
    assessment,
    branch: branch && { name: branch.name, apiName: branch.apiName },
    runMode: set.runMode,
    samplePayload: set.samplePayload ?? sample,
    ownSample: set.samplePayload !== null,
    version: tagOf(set.version),
    rules: published(own, isRouting ? 'routing' : 'decision'),
    actions: isRouting ? [] : published(own, 'action'),
    hasActions: !isRouting && isDefinedAssessment(assessment) && branch === null,
    drafts: summaries(own.filter((rule) => rule.publishedVersion === null && familyOf(rule.type) === family)),
    inherited: (isRouting ? [] : ancestors).map(({ id, name }) => ({
      environmentId: id,
      environmentName: name,
      runMode: runModes.get(id) ?? DEFAULT_RUN_MODE,
      rules: published(rules.get(id) ?? [], 'decision'),
      actions: published(rules.get(id) ?? [], 'action'),
    })),
    approval: { required: approval, canChange: allows(context.capabilities, 'rootEnvironmentsUpdate:write') },
    canWrite: mayWriteRules(context, family),
  };
};

/**
 * The rules of an assessment in an environment, in the order they run: those of its ancestors first. Hits count the
 * events of this environment and the ones below it. With the API name of a branch its rules stand in the place of the
 * environment's own; they have decided nothing. Throws BRANCH-UNKNOWN.
 */
export const getRuleSet = (
  context: EnvironmentContext,
  assessment: AssessmentName,
  { branch }: { readonly branch?: string | undefined } = {},
): Promise<RuleSet> => readRuleList(context, assessment, 'deciding', branch);
