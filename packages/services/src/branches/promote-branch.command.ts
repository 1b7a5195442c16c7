import type { Branches, Promotion, UnconditionalClause } from '@redoubt/contracts';
import { fail, type AssessmentName } from '@redoubt/domain';
import {
  addPromotion,
  advancePlanHead,
  checkRuleNamesAtEnd,
  countPromotions,
  deleteStoredBranch,
  lockRuleSet,
  moveToProduction,
  ruleStore,
  saveRuleOrder,
  touchRuleSet,
  type RuleListItem,
  type StoredBranch,
  type TenantTransaction,
} from '@redoubt/storage';
import type { Id } from '@redoubt/kernel';
import { changedBy } from '../activity/record-activity.ts';
import { requireSecondPerson } from '../changes/second-person.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import { changeOf } from '../resources/resource.ts';
import { publishVersion } from '../resources/versioned-resource.ts';
import { unconditionalIn } from '../rules/check-rule.ts';
import { ruleResource } from '../rules/rule-resource.ts';
import { haveSameMeaning } from '../symbols/rule-text.ts';
import { requireRuleName, ruleSetKey } from '../rules/rule-scope.ts';
import { recordBranch, requireBranch, requireNoExperiment } from '../rules/branch-scope.ts';
import { readBranches } from './branches.query.ts';
import { copyIntoBranch, type NewBranch } from './create-branch.command.ts';
import { differ, promotionOf, readPromotionState, type PromotionState } from './promotion.ts';
import { inTransaction } from '../unit-of-work.ts';

/** What promoting a branch would change. Throws BRANCH-UNKNOWN. */
export const getPromotion = (
  context: EnvironmentContext,
  assessment: AssessmentName,
  apiName: string,
): Promise<Promotion> =>
  inTransaction(context, async (trx) => {
    const branch = await requireBranch(trx, context, assessment, apiName);
    return promotionOf(await readPromotionState(trx, context, assessment, branch));
  });

/** The branch as the caller saw it, with both lists taken for this transaction. Throws BRANCH-UNKNOWN, BRANCH-STALE. */
const takePromotion = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  assessment: AssessmentName,
  apiName: string,
  state: string,
) => {
  await lockRuleSet(trx, context.tenantId, ruleSetKey(context, assessment));
  const branch = await requireBranch(trx, context, assessment, apiName, true);
  await requireNoExperiment(trx, context, branch.id);
  const lists = await readPromotionState(trx, context, assessment, branch);
  if (lists.state !== state) throw fail('BRANCH-STALE', { name: branch.name });
  return { branch, lists };
};

type Promoted = {
  readonly trx: TenantTransaction;
  readonly context: EnvironmentContext;
  readonly branch: StoredBranch;
  readonly note: string;
};

/** The draft beside a rule of the branch becomes the one of the rule it stands for. */
const takeDraft = async ({ trx, context }: Promoted, own: RuleListItem, productionId: Id, version: number) => {
  const draft = own.draft && (await ruleStore.findDraft(trx, own.id));
  if (!draft) return;
  const isCurrent = draft.basedOnVersion === own.publishedVersion;
  const basedOnVersion = isCurrent ? version : Math.max(0, version - 1);
  await ruleStore.saveDraft(trx, context.tenantId, productionId, { ...draft, basedOnVersion }, true);
};

/** Publishes what a rule of the branch says as the next version of the one it stands for. */
const publishOver = async (promoted: Promoted, production: RuleListItem, own: RuleListItem): Promise<void> => {
  const { trx, context, branch, note } = promoted;
  const { name, description, active } = own;
  let version = production.publishedVersion ?? 0;
  if (production.publishedVersion === null || !haveSameMeaning(production, own)) {
    const text = await ruleStore.findVersion(trx, own.id, own.publishedVersion ?? 0);
    if (!text) throw fail('RULE-UNKNOWN', { id: own.id });
    const kind = ruleResource(branch.assessment as AssessmentName);
    version = await publishVersion(kind, context, changeOf(kind, trx, context, production), kind.textOf(text), {
      name,
      description,
      active,
      note,
      restores: null,
      imported: true,
    });
  } else if (differ(production, own)) {
    await ruleStore.update(trx, production.id, { name, description, active }, changedBy(context));
  }
  await takeDraft(promoted, own, production.id, version);
};

/** Brings both lists together; answers the rules of production in their new order. */
const mergeLists = async (
  promoted: Promoted,
  { pairs, branchDrafts, production }: PromotionState,
): Promise<readonly Id[]> => {
  const { trx, context } = promoted;
  const order: Id[] = [];
  await checkRuleNamesAtEnd(trx);
  for (const { production: rule, branch: own } of pairs) {
    if (own === null) {
      if (rule?.active) await ruleStore.update(trx, rule.id, { active: false }, changedBy(context));
    } else if (rule === null) {
      await moveToProduction(trx, own.id);
    } else {
      await publishOver(promoted, rule, own);
    }
    order.push(rule?.id ?? own?.id ?? '');
  }
  for (const own of branchDrafts) {
    if (production.some(({ id }) => id === own.originRuleId)) await takeDraft(promoted, own, own.originRuleId ?? '', 0);
    else await moveToProduction(trx, own.id);
  }
  return order;
};

/**
 * Clauses that reject or challenge every event, of rules that production does not have; those of the others are named
 * with their publication.
 */
const unconditionalAdded = async (
  { trx, context }: Promoted,
  { pairs }: PromotionState,
): Promise<readonly UnconditionalClause[]> => {
  if (!context.changes) return [];
  const found: UnconditionalClause[] = [];
  for (const { production, branch } of pairs) {
    if (branch !== null && production === null) found.push(...(await unconditionalIn(trx, context, branch, branch)));
  }
  return found;
};

/** Names of the branch that no rule of production may have yet, but the ones they stand for. */
const requireFreeNames = async ({ trx, context, branch }: Promoted, { pairs, branchDrafts, named }: PromotionState) => {
  const key = ruleSetKey(context, branch.assessment as AssessmentName);
  const own = [...pairs.flatMap((pair) => pair.branch ?? []), ...branchDrafts];
  const standsFor = new Set(own.map(({ originRuleId }) => originRuleId));
  const others = named.filter(({ id }) => !standsFor.has(id));
  const names = own.map(({ name }) => name);
  for (const other of others) {
    if (names.some((name) => name.toLowerCase() === other.name.toLowerCase()))
      await requireRuleName(trx, key, other.name, null);
  }
};

const saysOf = ({ pairs, runMode }: PromotionState, side: 'production' | 'branch') => ({
  runMode: runMode[side],
  rules: pairs.flatMap((pair) => {
    const rule = pair[side];
    return rule === null ? [] : [{ name: rule.name, active: rule.active, version: rule.publishedVersion }];
  }),
});

/**
 * The branch becomes production: its rules take the place of those they were copied from, as new versions of them, the
 * ones that began in it are added, and rules of production that it leaves out are switched off and stand last. Drafts
 * come along. What production was can be kept as a branch, drafts included, from the second promotion on; the promoted
 * branch is gone. Each changed rule rolls back like any publication.
 *
 * Throws BRANCH-UNKNOWN, BRANCH-STALE where either list changed since `state` was read, BRANCH-EXPERIMENT-RUNNING,
 * BRANCH-CLONE-REFUSED, BRANCH-NAME-*, RULE-NAME-TAKEN, RULE-NOT-PUBLISHABLE.
 */
export const promoteBranch = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  apiName: string,
  input: { readonly state: string; readonly clone: NewBranch | null; readonly note: string },
): Promise<Branches> => {
  const { tenantId } = context;
  const key = ruleSetKey(context, assessment);
  const { state, clone, note } = input;
  requireClean({ 'body.note': note, 'body.clone.name': clone?.name ?? '' });
  return inTransaction(context, async (trx) => {
    const { branch, lists } = await takePromotion(trx, context, assessment, apiName, state);
    await requireSecondPerson(trx, context);
    const promoted: Promoted = { trx, context, branch, note: note === '' ? branch.name : note };
    await requireFreeNames(promoted, lists);
    // Before what it does to rules: a request of a second person is named after the first record.
    await recordBranch(trx, context, {
      assessment,
      operation: 'Promote',
      id: branch.id,
      name: branch.name,
      unconditional: await unconditionalAdded(promoted, lists),
      original: saysOf(lists, 'production'),
      modified: { ...saysOf(lists, 'branch'), assessment, note, clone: clone?.name ?? null },
    });
    if (clone !== null) {
      if ((await countPromotions(trx, key)) === 0) throw fail('BRANCH-CLONE-REFUSED');
      await copyIntoBranch(trx, context, assessment, { ...clone, source: null }, lists.production, true);
    }
    await advancePlanHead(trx, tenantId, changedBy(context).at);
    await saveRuleOrder(trx, await mergeLists(promoted, lists));
    await touchRuleSet(trx, key, { runMode: branch.runMode });
    await addPromotion(trx, key);
    await deleteStoredBranch(trx, branch.id);
    return readBranches(trx, context, assessment);
  });
};
