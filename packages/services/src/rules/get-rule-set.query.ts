import type { RuleSet, RuleSummary } from '@redoubt/contracts';
import { DEFAULT_RUN_MODE, environmentPath, ruleStatus, withDescendants, type AssessmentName } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  listEnvironments,
  listRules,
  listRuleSets,
  readRuleSet,
  ruleHits24h,
  type RuleListItem,
} from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { tagOf } from '../version-tag.ts';
import { excerptOf } from './excerpt.ts';
import { mayWriteRules, ruleSetKey } from './rule-scope.ts';

type Hits = Awaited<ReturnType<typeof ruleHits24h>>;

const summaryOf = (rule: RuleListItem, hits: Hits): RuleSummary => ({
  id: rule.id,
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
  hits24h: hits.get(rule.id)?.hits ?? 0,
  decisions24h: { ...hits.get(rule.id)?.decisions },
});

const loadRuleSet = (context: EnvironmentContext, assessment: AssessmentName) =>
  context.database.inTenant(context.tenantId, async (trx) => {
    const { environmentId } = context;
    const environments = await listEnvironments(trx);
    const byId = new Map(environments.map((each) => [each.id, each]));
    const ancestors = environmentPath(environmentId, byId).parentIds.toReversed();
    return {
      set: await readRuleSet(trx, ruleSetKey(context, assessment)),
      runModes: new Map((await listRuleSets(trx, assessment)).map((set) => [set.environmentId, set.runMode])),
      rules: Map.groupBy(
        await listRules(trx, [environmentId, ...ancestors], assessment),
        (rule): Id => rule.environmentId,
      ),
      ancestors: ancestors.map((id) => ({ id, name: byId.get(id)?.name ?? id })),
      /** Where its rules run: here and below. */
      scope: withDescendants(environmentId, environments),
    };
  });

/**
 * The rules of an assessment in an environment, in the order they run: those of its ancestors first. Hits count the
 * events of this environment and the ones below it.
 */
export const getRuleSet = async (context: EnvironmentContext, assessment: AssessmentName): Promise<RuleSet> => {
  const { set, runModes, rules, ancestors, scope } = await loadRuleSet(context, assessment);
  const hits = await ruleHits24h(
    context.database,
    { tenantId: context.tenantId, environmentIds: scope },
    new Date(context.clock.now()),
  );
  const summaries = (list: readonly RuleListItem[]): RuleSummary[] => list.map((rule) => summaryOf(rule, hits));
  const isPublished = (rule: RuleListItem): boolean => rule.publishedVersion !== null;
  const own = rules.get(context.environmentId) ?? [];
  return {
    environmentId: context.environmentId,
    assessment,
    runMode: set.runMode,
    version: tagOf(set.version),
    rules: summaries(own.filter(isPublished)),
    drafts: summaries(own.filter((rule) => !isPublished(rule))),
    inherited: ancestors.map(({ id, name }) => ({
      environmentId: id,
      environmentName: name,
      runMode: runModes.get(id) ?? DEFAULT_RUN_MODE,
      rules: summaries((rules.get(id) ?? []).filter(isPublished)),
    })),
    canWrite: mayWriteRules(context),
  };
};
