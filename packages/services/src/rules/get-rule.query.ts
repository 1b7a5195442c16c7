import type { RuleDetail, RuleText } from '@redoubt/contracts';
import { fail, familyOf, ruleStatus, type AssessmentName, type RuleFamily } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  findRule,
  isApprovalRequired,
  listBranches,
  newestChangeRequest,
  ruleStore,
  type StoredRule,
  type StoredRuleText,
  type StoredRuleVersion,
  type TenantTransaction,
} from '@redoubt/storage';
import type { ChangeCall } from '../changes/propose-change.ts';
import type { EnvironmentContext } from '../context.ts';
import { tagOf } from '../version-tag.ts';
import { findListed, mayWriteRules, ruleSetKey } from './rule-scope.ts';
import { draftFacts, publicationFacts } from '../version-facts.ts';
import { inTransaction } from '../unit-of-work.ts';

type PublishedRule = NonNullable<RuleDetail['published']>;

/** The body of the calls that publish. */
type RequestedPublication = {
  readonly name: string;
  readonly description: string;
  readonly active: boolean;
  readonly to: number;
  readonly text: StoredRuleText;
};

const textAnswer = ({ condition, clauses, samplePayload }: StoredRuleText): RuleText => ({
  condition,
  clauses: clauses.map((clause) => ({ ...clause })),
  samplePayload,
});

const publishedOf = (version: StoredRuleVersion): PublishedRule => ({
  condition: version.condition,
  clauses: version.clauses.map((clause) => ({ ...clause })),
  samplePayload: version.samplePayload,
  version: version.version,
  published: { by: version.publishedBy, at: version.publishedAt.toISOString() },
  note: version.note,
  restores: version.restores,
});

/** Calls that publish a text of a rule, so that a request for one of them is shown beside the rule's texts. */
const PUBLISHING = ['rules.publish', 'rules.rollBack', 'routingRules.publish', 'routingRules.rollBack'];

/** The publication that was asked for last, until it is made or taken back. */
const requestOf = async (
  trx: TenantTransaction,
  { actor }: EnvironmentContext,
  rule: StoredRule,
): Promise<RuleDetail['request']> => {
  const request = await newestChangeRequest(trx, rule.id, PUBLISHING);
  if (!request || (request.state !== 'open' && request.state !== 'rejected')) return null;
  const body = (request.payload as unknown as ChangeCall | null)?.body as Partial<RequestedPublication> | undefined;
  const older = body?.to === undefined ? undefined : await ruleStore.findVersion(trx, rule.id, body.to);
  const text = body?.text ?? older;
  return {
    id: request.id,
    name: body?.name ?? rule.name,
    description: body?.description ?? rule.description,
    active: body?.active ?? rule.active,
    note: request.note,
    restores: body?.to ?? null,
    text: text ? textAnswer(text) : null,
    asked: { by: request.askedBy, at: request.askedAt.toISOString() },
    isOwn: request.askedById === actor.id,
    declined:
      request.state === 'open' || request.decidedBy === null || request.decidedAt === null
        ? null
        : { by: request.decidedBy, at: request.decidedAt.toISOString(), reason: request.reason ?? '' },
  };
};

/** One rule as its page shows it; also the answer of every command that changes it. Throws RULE-UNKNOWN. */
export const readRuleDetail = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  assessment: AssessmentName,
  ruleId: Id,
): Promise<RuleDetail> => {
  const rule = await findRule(trx, ruleSetKey(context, assessment), ruleId);
  if (!rule) throw fail('RULE-UNKNOWN', { id: ruleId });
  const draft = await ruleStore.findDraft(trx, ruleId);
  const published =
    rule.publishedVersion === null ? undefined : await ruleStore.findVersion(trx, ruleId, rule.publishedVersion);
  const history = await ruleStore.listVersions(trx, ruleId);
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
          ...draftFacts(draft),
        }
      : null,
    history: history.map(publicationFacts),
    request: await requestOf(trx, context, rule),
    needsApproval: rule.branchId === null && (await isApprovalRequired(trx, rule.environmentId)),
    version: tagOf(rule.version),
    canWrite: mayWriteRules(context, familyOf(rule.type)),
  };
};

/** One rule of a list. Throws RULE-UNKNOWN. */
export const getRule = (
  context: EnvironmentContext,
  assessment: AssessmentName,
  ruleId: Id,
  family: RuleFamily = 'deciding',
): Promise<RuleDetail> =>
  inTransaction(context, async (trx) => {
    const rule = await readRuleDetail(trx, context, assessment, ruleId);
    if (familyOf(rule.type) !== family) throw fail('RULE-UNKNOWN', { id: ruleId });
    return rule;
  });

/** The text of one published version. Throws RULE-UNKNOWN for a rule or version that is not there. */
export const getRuleVersion = (
  context: EnvironmentContext,
  assessment: AssessmentName,
  ruleId: Id,
  version: number,
  family: RuleFamily = 'deciding',
): Promise<PublishedRule> =>
  inTransaction(context, async (trx) => {
    const rule = await findListed(trx, ruleSetKey(context, assessment), ruleId, family);
    const text = rule && (await ruleStore.findVersion(trx, ruleId, version));
    if (!text) throw fail('RULE-UNKNOWN', { id: ruleId, version });
    return publishedOf(text);
  });
