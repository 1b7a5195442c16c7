import type { TenantTransaction } from '../database/database.ts';
import type { StoredRuleText } from './rule.repository.ts';

/** A publication that was asked for; one of a rule at a time, kept after it was declined until the next is asked for. */
export type StoredPublishRequest = StoredRuleText & {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly active: boolean;
  readonly note: string;
  /** Published version that was in force; 0 for a rule that had none. */
  readonly basedOnVersion: number;
  /** Older version whose text it brings back. */
  readonly restores: number | null;
  readonly askedById: string;
  readonly askedBy: string;
  readonly askedAt: Date;
  /** Null while it is open. */
  readonly declinedBy: string | null;
  readonly declinedAt: Date | null;
  readonly reason: string | null;
};

/** Whether a second person approves what gets published in an environment. */
export const isApprovalRequired = async (trx: TenantTransaction, environmentId: string): Promise<boolean> => {
  const row = await trx
    .selectFrom('publish_approval')
    .select('required')
    .where('environment_id', '=', environmentId)
    .executeTakeFirst();
  return row?.required ?? false;
};

export const saveApprovalRequired = async (
  trx: TenantTransaction,
  tenantId: string,
  environmentId: string,
  required: boolean,
  changed: { readonly by: string; readonly at: Date },
): Promise<void> => {
  const content = { required, changed_by: changed.by, changed_at: changed.at };
  await trx
    .insertInto('publish_approval')
    .values({ tenant_id: tenantId, environment_id: environmentId, ...content })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'environment_id']).doUpdateSet(content))
    .execute();
};

export const findPublishRequest = async (
  trx: TenantTransaction,
  ruleId: string,
): Promise<StoredPublishRequest | undefined> =>
  trx
    .selectFrom('publish_request')
    .select([
      'request_id as id',
      'name',
      'description',
      'active',
      'note',
      'based_on_version as basedOnVersion',
      'restores',
      'condition',
      'clauses',
      'sample_payload as samplePayload',
      'asked_by_id as askedById',
      'asked_by as askedBy',
      'asked_at as askedAt',
      'declined_by as declinedBy',
      'declined_at as declinedAt',
      'reason',
    ])
    .where('rule_id', '=', ruleId)
    .executeTakeFirst();

/** Rules that wait for a second person. */
export const listRequestedRules = async (
  trx: TenantTransaction,
  ruleIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (ruleIds.length === 0) return new Set();
  const rows = await trx
    .selectFrom('publish_request')
    .select('rule_id')
    .where('rule_id', 'in', ruleIds)
    .where('declined_at', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.rule_id));
};

/** Keeps a request, in place of the one before. */
export const savePublishRequest = async (
  trx: TenantTransaction,
  tenantId: string,
  ruleId: string,
  request: Omit<StoredPublishRequest, 'declinedBy' | 'declinedAt' | 'reason'>,
): Promise<void> => {
  const content = {
    request_id: request.id,
    name: request.name,
    description: request.description,
    active: request.active,
    note: request.note,
    based_on_version: request.basedOnVersion,
    restores: request.restores,
    condition: request.condition,
    clauses: JSON.stringify(request.clauses),
    sample_payload: JSON.stringify(request.samplePayload),
    asked_by_id: request.askedById,
    asked_by: request.askedBy,
    asked_at: request.askedAt,
    declined_by: null,
    declined_at: null,
    reason: null,
  };
  await trx
    .insertInto('publish_request')
    .values({ tenant_id: tenantId, rule_id: ruleId, ...content })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'rule_id']).doUpdateSet(content))
    .execute();
};

export const declinePublishRequest = async (
  trx: TenantTransaction,
  ruleId: string,
  reason: string,
  declined: { readonly by: string; readonly at: Date },
): Promise<void> => {
  await trx
    .updateTable('publish_request')
    .set({ declined_by: declined.by, declined_at: declined.at, reason })
    .where('rule_id', '=', ruleId)
    .execute();
};

export const deletePublishRequest = async (trx: TenantTransaction, ruleId: string): Promise<void> => {
  await trx.deleteFrom('publish_request').where('rule_id', '=', ruleId).execute();
};
