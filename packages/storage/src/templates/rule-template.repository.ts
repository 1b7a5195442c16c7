import { nameKey, type RuleType } from '@redoubt/domain';
import type { Json } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import type { TemplateClause, TemplateSource } from '../schema/authoring/template-tables.ts';
import { TEMPLATE_COLUMNS, templateRow, type StoredTemplate } from './template-columns.ts';

export type StoredRuleTemplate = StoredTemplate & {
  readonly assessment: string;
  readonly type: RuleType;
  readonly source: TemplateSource;
  readonly condition: string;
  readonly clauses: readonly TemplateClause[];
  readonly samplePayload: Json;
};

const columns = [
  ...TEMPLATE_COLUMNS,
  'assessment',
  'type',
  'source',
  'condition',
  'clauses',
  'sample_payload as samplePayload',
] as const;

/** Rule templates of several environments, by name. */
export const listRuleTemplates = async (
  trx: TenantTransaction,
  environmentIds: readonly string[],
): Promise<readonly StoredRuleTemplate[]> =>
  environmentIds.length === 0
    ? []
    : trx
        .selectFrom('rule_template')
        .select(columns)
        .where('environment_id', 'in', environmentIds)
        .orderBy('name_key')
        .execute();

/** One rule template of the tenant. */
export const findRuleTemplate = async (
  trx: TenantTransaction,
  templateId: string,
): Promise<StoredRuleTemplate | undefined> =>
  trx.selectFrom('rule_template').select(columns).where('template_id', '=', templateId).executeTakeFirst();

/** Takes the templates of an environment for this transaction, so that writers take turns: names and their number hold. */
export const lockRuleTemplates = async (
  trx: TenantTransaction,
  tenantId: string,
  environmentId: string,
): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`rule templates ${tenantId} ${environmentId}`}, 0))`.execute(
    trx,
  );
};

export const insertRuleTemplate = async (
  trx: TenantTransaction,
  tenantId: string,
  template: Omit<StoredRuleTemplate, 'version'>,
): Promise<void> => {
  await trx
    .insertInto('rule_template')
    .values({
      ...templateRow(tenantId, template),
      assessment: template.assessment,
      type: template.type,
      source: JSON.stringify(template.source),
      condition: template.condition,
      clauses: JSON.stringify(template.clauses),
      sample_payload: JSON.stringify(template.samplePayload),
    })
    .execute();
};

/** Changes name and description and moves the tag on. */
export const renameRuleTemplate = async (
  trx: TenantTransaction,
  templateId: string,
  { name, description }: { readonly name: string; readonly description: string },
): Promise<void> => {
  await trx
    .updateTable('rule_template')
    .set({ name, name_key: nameKey(name), description, version: sql`version + 1` })
    .where('template_id', '=', templateId)
    .execute();
};

export const deleteRuleTemplate = async (trx: TenantTransaction, templateId: string): Promise<void> => {
  await trx.deleteFrom('rule_template').where('template_id', '=', templateId).execute();
};
