import { nameKey, type RuleType } from '@redoubt/domain';
import type { Json } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import type { RuleSetKey } from './rule-set.repository.ts';
import type { StoredClause } from '../schema/authoring/rule-tables.ts';

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

/** The name of a rule as its readers see it: one of a branch says of which. */
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
