import type { RuleDetail } from '@redoubt/contracts';
import { fail, type AssessmentName } from '@redoubt/domain';
import { newId, type Id, type Json } from '@redoubt/kernel';
import {
  declinePublishRequest,
  deletePublishRequest,
  deleteRuleDraft,
  findPublishRequest,
  findRuleDraft,
  findRuleVersion,
  isApprovalRequired,
  listEnvironments,
  lockRuleSet,
  saveApprovalRequired,
  savePublishRequest,
  updateRule,
  type StoredPublishRequest,
  type StoredRule,
  type StoredRuleText,
  type TenantTransaction,
} from '@redoubt/storage';
import { changedBy, recordActivity, type Operation } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import { readRuleDetail } from './get-rule.query.ts';
import { checkPublishable, publishText } from './publish-text.ts';
import { activityType, requireRuleName, ruleSetKey, takeRule } from './rule-scope.ts';

/**
 * Refuses to publish alone where a second person has to approve: RULE-APPROVAL-REQUIRED. What is published in a branch
 * decides nothing yet; there the promotion is approved.
 */
export const requireNoApproval = async (trx: TenantTransaction, rule: StoredRule): Promise<void> => {
  if (rule.branchId === null && (await isApprovalRequired(trx, rule.environmentId)))
    throw fail('RULE-APPROVAL-REQUIRED', { name: rule.name });
};

export type AskInput = {
  /** Tag of the rule as the caller saw it. */
  readonly version: string;
  readonly name: string;
  readonly description: string;
  readonly active: boolean;
  readonly note: string;
  /** The older version to bring back; the draft is asked for where absent. */
  readonly restores?: number | undefined;
};

const saysOf = ({ condition, clauses }: StoredRuleText) => ({ condition, clauses: clauses as unknown as Json });

const record = (
  trx: TenantTransaction,
  context: EnvironmentContext,
  rule: StoredRule,
  operation: Operation,
  modified: Readonly<Record<string, Json>>,
) =>
  recordActivity(trx, context, {
    operation,
    type: activityType(rule),
    id: rule.id,
    name: rule.name,
    environmentId: context.environmentId,
    modified,
  });

/** What is asked for: the draft, or an older version. */
const textToAsk = async (
  trx: TenantTransaction,
  rule: StoredRule,
  restores: number | undefined,
): Promise<StoredRuleText> => {
  if (restores === undefined) {
    const draft = await findRuleDraft(trx, rule.id);
    if (!draft) throw fail('RULE-NO-DRAFT', { name: rule.name });
    if (draft.basedOnVersion !== (rule.publishedVersion ?? 0))
      throw fail('RULE-STALE', { name: rule.name, by: rule.changedBy });
    return draft;
  }
  if (rule.publishedVersion === restores) throw fail('RULE-VERSION-CURRENT', { name: rule.name, version: restores });
  const older = await findRuleVersion(trx, rule.id, restores);
  if (!older) throw fail('RULE-UNKNOWN', { id: rule.id, version: restores });
  return older;
};

/** Moves the rule's tag on, so that whoever looks at it sees the request; when its text changed stays as it was. */
const touch = (trx: TenantTransaction, rule: StoredRule) =>
  updateRule(trx, rule.id, {}, { by: rule.changedBy, at: rule.changedAt });

/**
 * Asks for a publication, or a roll-back; it takes the place of an earlier request for the rule. The text asked for is
 * frozen: what is typed afterwards needs another request. Throws what publishing throws, except for the approval.
 */
export const askToPublish = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  ruleId: Id,
  input: AskInput,
): Promise<RuleDetail> => {
  const { database, tenantId, actor } = context;
  const key = ruleSetKey(context, assessment);
  const { description, active, note, restores } = input;
  const name = input.name.trim();
  requireClean({ 'body.description': description, 'body.note': note });
  return database.inTenant(tenantId, async (trx) => {
    await lockRuleSet(trx, tenantId, key);
    const rule = await takeRule(trx, key, ruleId, input.version);
    await requireRuleName(trx, rule, name, ruleId);
    const { condition, clauses, samplePayload } = await textToAsk(trx, rule, restores);
    const text = { condition, clauses, samplePayload };
    await checkPublishable(trx, context, assessment, { name, type: rule.type, brought: restores !== null }, text);
    const { by, at } = changedBy(context);
    await savePublishRequest(trx, tenantId, ruleId, {
      ...text,
      id: newId(),
      name,
      description,
      active,
      note,
      basedOnVersion: rule.publishedVersion ?? 0,
      restores: restores ?? null,
      askedById: actor.id,
      askedBy: by,
      askedAt: at,
    });
    await touch(trx, rule);
    await record(trx, context, rule, 'Request', { name, description, active, note, ...saysOf(text) });
    return readRuleDetail(trx, context, assessment, ruleId);
  });
};

/** The open request the caller saw, taken for this transaction with its rule. Throws RULE-NO-REQUEST. */
const takeRequest = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  assessment: AssessmentName,
  ruleId: Id,
  requestId: Id,
): Promise<{ readonly rule: StoredRule; readonly request: StoredPublishRequest }> => {
  const key = ruleSetKey(context, assessment);
  await lockRuleSet(trx, context.tenantId, key);
  const rule = await takeRule(trx, key, ruleId, null);
  const request = await findPublishRequest(trx, ruleId);
  if (!request || request.id !== requestId || request.declinedAt !== null)
    throw fail('RULE-NO-REQUEST', { name: rule.name });
  return { rule, request };
};

/** Nobody decides about what they asked for themselves: RULE-OWN-REQUEST. */
const requireAnother = ({ actor }: EnvironmentContext, rule: StoredRule, request: StoredPublishRequest): void => {
  if (request.askedById === actor.id) throw fail('RULE-OWN-REQUEST', { name: rule.name });
};

const sameText = (a: StoredRuleText, b: StoredRuleText): boolean =>
  JSON.stringify([a.condition, a.clauses, a.samplePayload]) ===
  JSON.stringify([b.condition, b.clauses, b.samplePayload]);

/**
 * Publishes what somebody else asked for, exactly as it was asked for. A draft that was changed since then stays. Throws
 * RULE-NO-REQUEST, RULE-OWN-REQUEST, RULE-STALE where something was published meanwhile, RULE-NOT-PUBLISHABLE.
 */
export const approveRequest = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  ruleId: Id,
  requestId: Id,
): Promise<RuleDetail> =>
  context.database.inTenant(context.tenantId, async (trx) => {
    const { rule, request } = await takeRequest(trx, context, assessment, ruleId, requestId);
    requireAnother(context, rule, request);
    if (request.basedOnVersion !== (rule.publishedVersion ?? 0))
      throw fail('RULE-STALE', { name: rule.name, by: rule.changedBy });
    const { name, description, active, note, restores, askedBy } = request;
    await requireRuleName(trx, rule, name, ruleId);
    await deletePublishRequest(trx, ruleId);
    await record(trx, context, rule, 'Approve', { askedBy, basedOnVersion: request.basedOnVersion });
    await publishText(trx, context, rule, request, { name, description, active, note, restores });
    const draft = await findRuleDraft(trx, ruleId);
    if (draft && restores === null && sameText(draft, request)) await deleteRuleDraft(trx, ruleId);
    return readRuleDetail(trx, context, assessment, ruleId);
  });

/** Declines what somebody else asked for, saying why. The draft stays. Throws RULE-NO-REQUEST, RULE-OWN-REQUEST. */
export const declineRequest = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  ruleId: Id,
  requestId: Id,
  reason: string,
): Promise<RuleDetail> => {
  requireClean({ 'body.reason': reason });
  return context.database.inTenant(context.tenantId, async (trx) => {
    const { rule, request } = await takeRequest(trx, context, assessment, ruleId, requestId);
    requireAnother(context, rule, request);
    await declinePublishRequest(trx, ruleId, reason, changedBy(context));
    await touch(trx, rule);
    await record(trx, context, rule, 'Decline', { askedBy: request.askedBy, reason, ...saysOf(request) });
    return readRuleDetail(trx, context, assessment, ruleId);
  });
};

/** Takes a request back; anybody who may write rules may. Throws RULE-NO-REQUEST. */
export const withdrawRequest = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  ruleId: Id,
  requestId: Id,
): Promise<RuleDetail> =>
  context.database.inTenant(context.tenantId, async (trx) => {
    const { rule, request } = await takeRequest(trx, context, assessment, ruleId, requestId);
    await deletePublishRequest(trx, ruleId);
    await touch(trx, rule);
    await record(trx, context, rule, 'Withdraw', { askedBy: request.askedBy });
    return readRuleDetail(trx, context, assessment, ruleId);
  });

/** Chooses whether a second person approves what gets published in the environment; requests under way stay. */
export const putPublishApproval = async (
  context: EnvironmentContext,
  input: { readonly required: boolean },
): Promise<{ readonly required: boolean }> => {
  const { database, tenantId, environmentId } = context;
  const { required } = input;
  return database.inTenant(tenantId, async (trx) => {
    const before = await isApprovalRequired(trx, environmentId);
    if (before !== required) {
      await saveApprovalRequired(trx, tenantId, environmentId, required, changedBy(context));
      await recordActivity(trx, context, {
        operation: 'Update',
        type: 'Environment',
        id: environmentId,
        name: (await listEnvironments(trx)).find(({ id }) => id === environmentId)?.name ?? environmentId,
        environmentId,
        original: { publishApproval: before },
        modified: { publishApproval: required },
      });
    }
    return { required };
  });
};
