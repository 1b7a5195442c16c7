import type { Promotion, PromotedRule } from '@redoubt/contracts';
import type { AssessmentName, RunMode } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { listRules, readRuleSet, type RuleListItem, type StoredBranch, type TenantTransaction } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { contentHash } from '../content-hash.ts';
import { haveSameMeaning } from '../symbols/rule-text.ts';
import { ruleSetKey } from '../rules/rule-scope.ts';

/** A published rule of either side beside the one it stands for. */
export type RulePair = { readonly production: RuleListItem | null; readonly branch: RuleListItem | null };

/** Two rule lists that a promotion would make one. */
export type PromotionState = {
  /** Published rules of the branch in their order, then those of production that it leaves out. */
  readonly pairs: readonly RulePair[];
  /** Rules of the branch that were never published. */
  readonly branchDrafts: readonly RuleListItem[];
  readonly production: readonly RuleListItem[];
  /** Every rule of production, actions too: names are unique among them. */
  readonly named: readonly RuleListItem[];
  readonly runMode: { readonly production: RunMode; readonly branch: RunMode };
  /** Names what would be promoted over what: it changes with either list. */
  readonly state: string;
};

const isPublished = (rule: RuleListItem): boolean => rule.publishedVersion !== null;

const namedState = (rules: readonly RuleListItem[]) =>
  rules.map(({ id, originRuleId, name, description, active, publishedVersion, order }) => [
    id,
    originRuleId,
    name,
    description,
    active,
    publishedVersion,
    order,
  ]);

export const readPromotionState = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  assessment: AssessmentName,
  branch: StoredBranch,
): Promise<PromotionState> => {
  const key = ruleSetKey(context, assessment);
  const named = await listRules(trx, [context.environmentId], assessment);
  const production = named.filter(({ type }) => type === 'decision');
  const own = await listRules(trx, [context.environmentId], assessment, 'decision', branch.id);
  const byId = new Map(production.map((rule): [Id, RuleListItem] => [rule.id, rule]));
  const kept = own.filter(isPublished).map((rule): RulePair => ({
    branch: rule,
    production: (rule.originRuleId !== null && byId.get(rule.originRuleId)) || null,
  }));
  const taken = new Set(kept.flatMap(({ production: rule }) => rule?.id ?? []));
  const leftOut = production.filter((rule) => isPublished(rule) && !taken.has(rule.id));
  const runMode = { production: (await readRuleSet(trx, key)).runMode, branch: branch.runMode };
  return {
    pairs: [...kept, ...leftOut.map((rule): RulePair => ({ production: rule, branch: null }))],
    branchDrafts: own.filter((rule) => !isPublished(rule)),
    production,
    named,
    runMode,
    state: contentHash([namedState(own), namedState(production), runMode.production, runMode.branch]),
  };
};

const sideOf = (rule: RuleListItem | null): PromotedRule['production'] =>
  rule && {
    id: rule.id,
    name: rule.name,
    description: rule.description,
    active: rule.active,
    order: rule.order,
    version: rule.publishedVersion ?? 0,
    condition: rule.condition,
    clauses: rule.clauses.map((clause) => ({ ...clause })),
  };

/** Whether a promotion changes anything of a rule but its place. */
export const differ = (production: RuleListItem, branch: RuleListItem): boolean =>
  production.publishedVersion === null ||
  production.name !== branch.name ||
  production.description !== branch.description ||
  production.active !== branch.active ||
  !haveSameMeaning(production, branch);

const changeOf = ({ production, branch }: RulePair): PromotedRule['change'] => {
  if (branch === null) return production?.active ? 'switchedOff' : 'unchanged';
  if (production === null) return 'added';
  return differ(production, branch) ? 'changed' : 'unchanged';
};

/** The difference a promotion makes, rule by rule. */
export const promotionOf = ({ pairs, branchDrafts, production, runMode, state }: PromotionState): Promotion => {
  const drafted = [...pairs.flatMap(({ branch }) => (branch?.draft ? [branch] : [])), ...branchDrafts];
  return {
    state,
    runMode,
    rules: pairs.map((pair) => ({
      change: changeOf(pair),
      production: sideOf(pair.production),
      branch: sideOf(pair.branch),
      /** A version was published in production since the branch was made. */
      movedOn:
        pair.branch !== null &&
        pair.production !== null &&
        pair.branch.originVersion !== pair.production.publishedVersion,
    })),
    drafts: drafted.length,
    replacedDrafts: production
      .filter((rule) => rule.draft !== null && drafted.some(({ originRuleId }) => originRuleId === rule.id))
      .map(({ name }) => name),
  };
};
