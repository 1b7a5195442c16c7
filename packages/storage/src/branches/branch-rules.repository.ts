import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

/** A rule and the id its copy gets. */
export type RuleCopy = { readonly from: Id; readonly to: Id };

const wantedOf = (copies: readonly RuleCopy[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(copies)}::jsonb) as wanted ("from" uuid, "to" uuid)`;

/**
 * Copies rules into a branch as they are published, in the order given: their current version becomes the first of the
 * copy, which remembers the rule of production it stands for. Drafts come along where asked for.
 */
export const copyRules = async (
  trx: TenantTransaction,
  branchId: Id,
  copies: readonly RuleCopy[],
  withDrafts: boolean,
): Promise<void> => {
  if (copies.length === 0) return;
  await sql`
    insert into rule (tenant_id, rule_id, environment_id, assessment, branch_id, origin_rule_id, origin_version, name,
        name_key, description, active, published_version, order_index, changed_by, changed_at)
      select rule.tenant_id, wanted."to", rule.environment_id, rule.assessment, ${branchId},
        case when rule.branch_id is null then rule.rule_id else rule.origin_rule_id end,
        case when rule.branch_id is null then rule.published_version else rule.origin_version end,
        rule.name, rule.name_key, rule.description, rule.active,
        case when rule.published_version is null then null else 1 end,
        case when rule.published_version is null then null
          else row_number() over (order by rule.order_index nulls last) end,
        rule.changed_by, rule.changed_at
      from ${wantedOf(copies)} join rule on rule.rule_id = wanted."from"`.execute(trx);
  await sql`
    insert into rule_version (tenant_id, rule_id, rule_version, condition, clauses, sample_payload, content_hash,
        published_by, published_at, note)
      select version.tenant_id, wanted."to", 1, version.condition, version.clauses, version.sample_payload,
        version.content_hash, version.published_by, version.published_at, version.note
      from ${wantedOf(copies)} join rule on rule.rule_id = wanted."from"
        join rule_version version on version.tenant_id = rule.tenant_id and version.rule_id = rule.rule_id
          and version.rule_version = rule.published_version`.execute(trx);
  await sql`
    insert into resource_reference
      select tenant_id, environment_id, reader_kind, wanted."to"::text, kind, read_environment_id, name_key, name, parts,
        signature
      from ${wantedOf(copies)} join resource_reference on reader_kind = 'rule' and reader_id = wanted."from"::text`.execute(
    trx,
  );
  if (!withDrafts) return;
  await sql`
    insert into rule_draft (tenant_id, rule_id, condition, clauses, sample_payload, based_on_version, saved_by, saved_at)
      select draft.tenant_id, wanted."to", draft.condition, draft.clauses, draft.sample_payload,
        case when rule.published_version is null then 0 else 1 end, draft.saved_by, draft.saved_at
      from ${wantedOf(copies)} join rule on rule.rule_id = wanted."from"
        join rule_draft draft on draft.tenant_id = rule.tenant_id and draft.rule_id = rule.rule_id`.execute(trx);
};

/** Takes a rule out of its branch into production, with its versions and its draft. */
export const moveToProduction = async (trx: TenantTransaction, ruleId: Id): Promise<void> => {
  await trx
    .updateTable('rule')
    .set({ branch_id: null, origin_rule_id: null, origin_version: null })
    .where('rule_id', '=', ruleId)
    .execute();
};

/** Says which rule of production one of a branch stands for, and the version it was made from; null where none. */
export const setRuleOrigin = async (
  trx: TenantTransaction,
  ruleId: Id,
  origin: { readonly ruleId: Id; readonly version: number | null } | null,
): Promise<void> => {
  await trx
    .updateTable('rule')
    .set({ origin_rule_id: origin?.ruleId ?? null, origin_version: origin?.version ?? null })
    .where('rule_id', '=', ruleId)
    .execute();
};

/** Lets names of rules change places: each is unique again when the transaction ends. */
export const checkRuleNamesAtEnd = async (trx: TenantTransaction): Promise<void> => {
  await sql`set constraints rule_name_once deferred`.execute(trx);
};
