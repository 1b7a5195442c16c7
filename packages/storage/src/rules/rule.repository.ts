import { nameKey, type RuleType } from '@redoubt/domain';
import type { Json } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import type { RuleSetKey } from './rule-set.repository.ts';
import type { StoredClause } from '../schema/rule-tables.ts';

export type StoredRuleText = {
  readonly condition: string;
  readonly clauses: readonly StoredClause[];
  readonly samplePayload: Json;
};

export type StoredRule = RuleSetKey & {
  readonly id: string;
  readonly type: RuleType;
  readonly name: string;
  readonly description: string;
  readonly active: boolean;
  readonly publishedVersion: number | null;
  readonly order: number | null;
  readonly branchId: string | null;
  /** The rule of production it stands for, and the version it was copied from; null for one that began in its branch. */
  readonly originRuleId: string | null;
  readonly originVersion: number | null;
  readonly changedBy: string;
  readonly changedAt: Date;
  readonly version: number;
};

export type StoredDraft = StoredRuleText & {
  readonly basedOnVersion: number;
  readonly savedBy: string;
  readonly savedAt: Date;
};

/** What every reader of rules selects, as `StoredRule` names it. */
export const ruleColumns = [
  'rule.rule_id as id',
  'rule.environment_id as environmentId',
  'rule.assessment',
  'rule.type',
  'rule.name',
  'rule.description',
  'rule.active',
  'rule.published_version as publishedVersion',
  'rule.order_index as order',
  'rule.branch_id as branchId',
  'rule.origin_rule_id as originRuleId',
  'rule.origin_version as originVersion',
  'rule.changed_by as changedBy',
  'rule.changed_at as changedAt',
  'rule.version',
] as const;

/** The name of a rule as its readers are told: one of a branch says of which. */
export const nameWithBranch = sql<string>`rule.name || coalesce((
  select ' (' || branch.name || ')' from rule_branch branch
   where branch.tenant_id = rule.tenant_id and branch.branch_id = rule.branch_id), '')`;

/** One rule of an assessment, in production or in a branch; with `lock` no other transaction changes it until this one ends. */
export const findRule = async (
  trx: TenantTransaction,
  key: RuleSetKey,
  ruleId: string,
  lock = false,
): Promise<StoredRule | undefined> => {
  const query = trx
    .selectFrom('rule')
    .select(ruleColumns)
    .where('rule_id', '=', ruleId)
    .where('environment_id', '=', key.environmentId)
    .where('assessment', '=', key.assessment);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
};

export const insertRule = async (
  trx: TenantTransaction,
  tenantId: string,
  rule: RuleSetKey & Pick<StoredRule, 'id' | 'type' | 'name' | 'description'>,
  changed: { readonly by: string; readonly at: Date },
): Promise<void> => {
  await trx
    .insertInto('rule')
    .values({
      tenant_id: tenantId,
      rule_id: rule.id,
      environment_id: rule.environmentId,
      assessment: rule.assessment,
      type: rule.type,
      branch_id: rule.branchId ?? null,
      origin_rule_id: null,
      origin_version: null,
      name: rule.name,
      name_key: nameKey(rule.name),
      description: rule.description,
      active: false,
      published_version: null,
      order_index: null,
      changed_by: changed.by,
      changed_at: changed.at,
    })
    .execute();
};

export type RuleChange = {
  readonly name?: string;
  readonly description?: string;
  readonly active?: boolean;
  readonly publishedVersion?: number | null;
  readonly order?: number;
};

/** Changes a rule and moves its tag on. */
export const updateRule = async (
  trx: TenantTransaction,
  ruleId: string,
  change: RuleChange,
  changed: { readonly by: string; readonly at: Date },
): Promise<void> => {
  await trx
    .updateTable('rule')
    .set({
      ...(change.name === undefined ? {} : { name: change.name, name_key: nameKey(change.name) }),
      ...(change.description === undefined ? {} : { description: change.description }),
      ...(change.active === undefined ? {} : { active: change.active }),
      ...(change.publishedVersion === undefined ? {} : { published_version: change.publishedVersion }),
      ...(change.order === undefined ? {} : { order_index: change.order }),
      changed_by: changed.by,
      changed_at: changed.at,
      version: sql`version + 1`,
    })
    .where('rule_id', '=', ruleId)
    .execute();
};

export const deleteRule = async (trx: TenantTransaction, ruleId: string): Promise<void> => {
  await trx.deleteFrom('rule').where('rule_id', '=', ruleId).execute();
};

export const findRuleDraft = async (trx: TenantTransaction, ruleId: string): Promise<StoredDraft | undefined> =>
  trx
    .selectFrom('rule_draft')
    .select([
      'condition',
      'clauses',
      'sample_payload as samplePayload',
      'based_on_version as basedOnVersion',
      'saved_by as savedBy',
      'saved_at as savedAt',
    ])
    .where('rule_id', '=', ruleId)
    .executeTakeFirst();

/**
 * Saves the draft of a rule. The version it was begun on stays as it was, unless it was `merged` with the one that
 * `basedOnVersion` names.
 */
export const saveRuleDraft = async (
  trx: TenantTransaction,
  tenantId: string,
  ruleId: string,
  draft: StoredDraft,
  merged = false,
): Promise<void> => {
  const content = {
    condition: draft.condition,
    clauses: JSON.stringify(draft.clauses),
    sample_payload: JSON.stringify(draft.samplePayload),
    saved_by: draft.savedBy,
    saved_at: draft.savedAt,
  };
  await trx
    .insertInto('rule_draft')
    .values({ tenant_id: tenantId, rule_id: ruleId, based_on_version: draft.basedOnVersion, ...content })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'rule_id'])
        .doUpdateSet({ ...content, ...(merged ? { based_on_version: draft.basedOnVersion } : {}) }),
    )
    .execute();
};

/** True where there was one. */
export const deleteRuleDraft = async (trx: TenantTransaction, ruleId: string): Promise<boolean> => {
  const { numDeletedRows } = await trx.deleteFrom('rule_draft').where('rule_id', '=', ruleId).executeTakeFirst();
  return numDeletedRows > 0n;
};

/** Names of the other rules of a set. */
export const listOtherRuleNames = async (
  trx: TenantTransaction,
  key: RuleSetKey,
  exceptRuleId: string | null,
): Promise<readonly string[]> => {
  const rows = await trx
    .selectFrom('rule')
    .select(['rule_id', 'name'])
    .where('environment_id', '=', key.environmentId)
    .where('assessment', '=', key.assessment)
    .where('branch_id', key.branchId ? '=' : 'is', key.branchId ?? null)
    .execute();
  return rows.filter((row) => row.rule_id !== exceptRuleId).map((row) => row.name);
};
