import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

/** Something that happened to a rule, as the activity log keeps it. */
export type RuleEvent = {
  readonly ruleId: string;
  /** The name it had then; of a renaming the new one. */
  readonly name: string;
  readonly operation: string;
  readonly environmentId: string | null;
  readonly at: Date;
};

/** A version of a rule that decides since a moment of a period. */
export type RulePublication = {
  readonly ruleId: string;
  readonly version: number;
  readonly at: Date;
};

/** Activity of decision rules by their ids, the oldest first. */
export const listRuleEvents = async (
  trx: TenantTransaction,
  ruleIds: readonly string[],
): Promise<readonly RuleEvent[]> => {
  if (ruleIds.length === 0) return [];
  const { rows } = await sql<RuleEvent>`
    select a.resource_id as "ruleId", a.resource_name as name, a.operation,
           a.environment_id as "environmentId", a.at from audit_entry a
     where a.resource_type = 'DecisionRule' and a.resource_id = any(${ruleIds}::text[])
     order by a.at, a.entry_id`.execute(trx);
  return rows;
};

/** Rules that there are, by their ids, with the environment that each stands in. */
export const listRuleNames = (
  trx: TenantTransaction,
  ruleIds: readonly Id[],
): Promise<readonly { readonly ruleId: Id; readonly name: string; readonly environmentId: Id }[]> =>
  trx
    .selectFrom('rule')
    .select(['rule_id as ruleId', 'name', 'environment_id as environmentId'])
    .where('rule_id', 'in', ruleIds)
    .execute();

/** Versions of rules of production that were published in a period, the oldest first. */
export const listRulePublications = async (
  trx: TenantTransaction,
  ruleIds: readonly string[],
  from: Date,
  to: Date,
): Promise<readonly RulePublication[]> => {
  if (ruleIds.length === 0) return [];
  const { rows } = await sql<RulePublication>`
    select v.rule_id as "ruleId", v.rule_version as version, v.published_at as at from rule_version v
     where v.rule_id = any(${ruleIds}::uuid[]) and v.published_at >= ${from} and v.published_at < ${to}
     order by v.published_at, v.rule_id`.execute(trx);
  return rows;
};
