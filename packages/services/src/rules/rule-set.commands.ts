import type { RuleSet } from '@redoubt/contracts';
import { isOrderOf, fail, type AssessmentName, type RuleType, type RunMode } from '@redoubt/domain';
import type { Id, Json } from '@redoubt/kernel';
import {
  advancePlanHead,
  listRules,
  lockRuleSet,
  saveRuleOrder,
  touchRuleSet,
  type RuleSetChange,
  type StoredBranch,
  type StoredRuleSet,
} from '@redoubt/storage';
import { changedBy, recordOf } from '../activity/record-activity.ts';
import { namedRuleSet, requireNoExperiment } from './branch-scope.ts';
import { requireSecondPerson } from '../changes/second-person.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import { requireCurrent } from '../version-tag.ts';
import { getRuleSet } from './get-rule-set.query.ts';
import { inTransaction } from '../unit-of-work.ts';

const recordRuleSet = recordOf('RuleSet');

const NOUNS = { decision: 'rules', action: 'actions', routing: 'routing rules' } as const satisfies Record<
  RuleType,
  string
>;

/** Name of a rule set in the activity log. */
const nameOf = (assessment: AssessmentName, type: RuleType, branch: StoredBranch | null): string =>
  `${assessment} ${NOUNS[type]}${branch === null ? '' : ` in ${branch.name}`}`;

type RuleOrder = {
  readonly version: string;
  readonly ruleIds: readonly Id[];
  readonly type?: RuleType | undefined;
  readonly branch?: string | undefined;
};

/**
 * Saves the order in which published rules of one type run, those that decide where absent, of production or of a
 * branch. Throws RULE-ORDER-STALE for an order made from an older state, BRANCH-UNKNOWN, BRANCH-EXPERIMENT-RUNNING.
 */
export const saveOrder = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  input: RuleOrder,
): Promise<void> => {
  const { tenantId, environmentId } = context;
  await inTransaction(context, async (trx) => {
    const { key, branch } = await namedRuleSet(trx, context, assessment, input.branch);
    const set = await lockRuleSet(trx, tenantId, key);
    requireCurrent(input.version, set.version, 'RULE-ORDER-STALE');
    const type = input.type ?? 'decision';
    const published = (await listRules(trx, [environmentId], assessment, type, branch?.id)).filter(
      ({ order }) => order !== null,
    );
    const current = published.map(({ id }) => id);
    if (!isOrderOf(input.ruleIds, current)) throw fail('RULE-ORDER-STALE');
    if (input.ruleIds.some((id, index) => id !== current[index])) {
      const names = new Map(published.map(({ id, name }) => [id, name]));
      await requireNoExperiment(trx, context, branch?.id);
      await advancePlanHead(trx, tenantId, changedBy(context).at);
      if (branch === null) await requireSecondPerson(trx, context);
      await saveRuleOrder(trx, input.ruleIds);
      await touchRuleSet(trx, key);
      await recordRuleSet(trx, context, {
        operation: 'Reorder',
        id: assessment,
        name: nameOf(assessment, type, branch),
        original: current.map((id) => names.get(id) ?? id),
        modified: input.ruleIds.map((id) => names.get(id) ?? id),
      });
    }
  });
};

/** As `saveOrder`, for the rule list of an assessment, which it answers. */
export const orderRules = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  input: RuleOrder,
): Promise<RuleSet> => {
  await saveOrder(context, assessment, input);
  return getRuleSet(context, assessment, input);
};

export type RuleSettings = {
  readonly version: string;
  readonly runMode: RunMode;
  /** The sample new rules start with: null for the one of the product, as it is where absent. */
  readonly samplePayload?: unknown;
  /** API name of a branch; production where absent. */
  readonly branch?: string | undefined;
};

/** What of the settings differs from what is stored. */
const changeOf = (set: StoredRuleSet, { runMode, samplePayload }: RuleSettings): RuleSetChange => {
  const sample = samplePayload as Json | undefined;
  const sameSample = sample === undefined || JSON.stringify(sample) === JSON.stringify(set.samplePayload);
  return {
    ...(set.runMode === runMode ? {} : { runMode }),
    ...(sameSample ? {} : { samplePayload: sample }),
  };
};

/**
 * Chooses the run mode, and the sample that rules begun from now on start with. Throws RULE-ORDER-STALE where order or
 * settings changed meanwhile.
 */
export const putRuleSettings = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  input: RuleSettings,
): Promise<RuleSet> => {
  const { tenantId } = context;
  requireClean({ 'body.samplePayload': (input.samplePayload ?? null) as Json });
  await inTransaction(context, async (trx) => {
    const { key, branch } = await namedRuleSet(trx, context, assessment, input.branch);
    const set = await lockRuleSet(trx, tenantId, key);
    requireCurrent(input.version, set.version, 'RULE-ORDER-STALE');
    const change = changeOf(set, input);
    if (Object.keys(change).length > 0) {
      // A sample decides nothing, so only another run mode makes a new plan.
      if (change.runMode !== undefined) {
        await requireNoExperiment(trx, context, branch?.id);
        await advancePlanHead(trx, tenantId, changedBy(context).at);
        if (branch === null) await requireSecondPerson(trx, context);
      }
      await touchRuleSet(trx, key, change);
      const { runMode, samplePayload } = set;
      await recordRuleSet(trx, context, {
        operation: 'Update',
        id: assessment,
        name: nameOf(assessment, 'decision', branch),
        original: { runMode, ...('samplePayload' in change ? { samplePayload } : {}) },
        modified: { runMode, ...change },
      });
    }
  });
  return getRuleSet(context, assessment, input);
};
