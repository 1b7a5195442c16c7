import type { RuleDetail } from '@redoubt/contracts';
import { fail, ruleStatus, type AssessmentName } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  findPublishRequest,
  findRule,
  findRuleDraft,
  findRuleVersion,
  isApprovalRequired,
  listBranches,
  listRuleVersions,
  type StoredPublishRequest,
  type StoredRuleVersion,
  type TenantTransaction,
} from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { tagOf } from '../version-tag.ts';
import { mayWriteRules, ruleSetKey } from './rule-scope.ts';

type PublishedRule = NonNullable<RuleDetail['published']>;

const publishedOf = (version: StoredRuleVersion): PublishedRule => ({
  condition: version.condition,
  clauses: version.clauses.map((clause) => ({ ...clause })),
  samplePayload: version.samplePayload,
  version: version.version,
  published: { by: version.publishedBy, at: version.publishedAt.toISOString() },
  note: version.note,
  restores: version.restores,
});

const requestOf = (
  request: StoredPublishRequest,
  { actor }: EnvironmentContext,
): NonNullable<RuleDetail['request']> => ({
  id: request.id,
  name: request.name,
  description: request.description,
  active: request.active,
  note: request.note,
  restores: request.restores,
  condition: request.condition,
  clauses: request.clauses.map((clause) => ({ ...clause })),
  samplePayload: request.samplePayload,
  asked: { by: request.askedBy, at: request.askedAt.toISOString() },
  isOwn: request.askedById === actor.id,
  declined:
    request.declinedBy === null || request.declinedAt === null
      ? null
      : { by: request.declinedBy, at: request.declinedAt.toISOString(), reason: request.reason ?? '' },
});

/** One rule as its page shows it; also the answer of every command that changes it. Throws RULE-UNKNOWN. */
export const readRuleDetail = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  assessment: AssessmentName,
  ruleId: Id,
): Promise<RuleDetail> => {
  const rule = await findRule(trx, ruleSetKey(context, assessment), ruleId);
  if (!rule) throw fail('RULE-UNKNOWN', { id: ruleId });
  const draft = await findRuleDraft(trx, ruleId);
  const published =
    rule.publishedVersion === null ? undefined : await findRuleVersion(trx, ruleId, rule.publishedVersion);
  const history = await listRuleVersions(trx, ruleId);
  const request = await findPublishRequest(trx, ruleId);
  const branch = rule.branchId && (await listBranches(trx, rule)).find(({ id }) => id === rule.branchId);
  return {
    id: rule.id,
    environmentId: rule.environmentId,
    assessment,
    type: rule.type,
    branch: branch ? { name: branch.name, apiName: branch.apiName } : null,
    name: rule.name,
    description: rule.description,
    status: ruleStatus({ published: published !== undefined, active: rule.active, hasDraft: draft !== undefined }),
    order: rule.order,
    published: published ? publishedOf(published) : null,
    draft: draft
      ? {
          condition: draft.condition,
          clauses: draft.clauses.map((clause) => ({ ...clause })),
          samplePayload: draft.samplePayload,
          savedAt: draft.savedAt.toISOString(),
          by: draft.savedBy,
          basedOnVersion: draft.basedOnVersion,
        }
      : null,
    history: history.map(({ version, publishedBy, publishedAt, note, restores }) => ({
      version,
      published: { by: publishedBy, at: publishedAt.toISOString() },
      note,
      restores,
    })),
    request: request ? requestOf(request, context) : null,
    needsApproval: rule.branchId === null && (await isApprovalRequired(trx, rule.environmentId)),
    version: tagOf(rule.version),
    canWrite: mayWriteRules(context),
  };
};

export const getRule = (context: EnvironmentContext, assessment: AssessmentName, ruleId: Id): Promise<RuleDetail> =>
  context.database.inTenant(context.tenantId, (trx) => readRuleDetail(trx, context, assessment, ruleId));

/** The text of one published version. Throws RULE-UNKNOWN for a rule or version that is not there. */
export const getRuleVersion = (
  context: EnvironmentContext,
  assessment: AssessmentName,
  ruleId: Id,
  version: number,
): Promise<PublishedRule> =>
  context.database.inTenant(context.tenantId, async (trx) => {
    const rule = await findRule(trx, ruleSetKey(context, assessment), ruleId);
    const text = rule && (await findRuleVersion(trx, ruleId, version));
    if (!text) throw fail('RULE-UNKNOWN', { id: ruleId, version });
    return publishedOf(text);
  });
