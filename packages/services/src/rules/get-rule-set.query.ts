import type { RuleSet, RuleSummary } from '@redoubt/contracts';
import { DEFAULT_RUN_MODE, environmentPath, ruleStatus, type AssessmentName } from '@redoubt/domain';
import {
  listEnvironments,
  listRules,
  listRuleSets,
  readRuleSet,
  type RuleListItem,
  type TenantTransaction,
} from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { tagOf } from '../version-tag.ts';
import { mayWriteRules, ruleSetKey } from './rule-scope.ts';

const EXCERPT_CHARACTERS = 160;

/** The beginning of a condition on one line; `…` where it goes on. */
const excerptOf = (condition: string): string => {
  const line = condition.replace(/\s+/g, ' ').trim();
  if (line.length <= EXCERPT_CHARACTERS) return line;
  return `${line.slice(0, EXCERPT_CHARACTERS).toWellFormed()}…`;
};

const summaryOf = (rule: RuleListItem): RuleSummary => ({
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
  hits24h: 0,
  decisions24h: {},
});

/** The rule set as its page shows it; also the answer of the commands that change order and settings. */
export const readRuleSetAnswer = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  assessment: AssessmentName,
): Promise<RuleSet> => {
  const { environmentId } = context;
  const environments = new Map((await listEnvironments(trx)).map((each) => [each.id, each]));
  const ancestors = environmentPath(environmentId, environments).parentIds.toReversed();
  const rules = Map.groupBy(
    await listRules(trx, [environmentId, ...ancestors], assessment),
    (rule) => rule.environmentId,
  );
  const runModes = new Map((await listRuleSets(trx, assessment)).map((set) => [set.environmentId, set.runMode]));
  const set = await readRuleSet(trx, ruleSetKey(context, assessment));
  const own = rules.get(environmentId) ?? [];
  const isPublished = (rule: RuleListItem): boolean => rule.publishedVersion !== null;
  return {
    environmentId,
    assessment,
    runMode: set.runMode,
    version: tagOf(set.version),
    rules: own.filter(isPublished).map(summaryOf),
    drafts: own.filter((rule) => !isPublished(rule)).map(summaryOf),
    inherited: ancestors.map((id) => ({
      environmentId: id,
      environmentName: environments.get(id)?.name ?? id,
      runMode: runModes.get(id) ?? DEFAULT_RUN_MODE,
      rules: (rules.get(id) ?? []).filter(isPublished).map(summaryOf),
    })),
    canWrite: mayWriteRules(context),
  };
};

export const getRuleSet = (context: EnvironmentContext, assessment: AssessmentName): Promise<RuleSet> =>
  context.database.inTenant(context.tenantId, (trx) => readRuleSetAnswer(trx, context, assessment));
