import type { RuleType } from '@redoubt/domain';
import type { TenantTransaction } from '../database/database.ts';
import {
  publicationColumns,
  publicationRow,
  publishedColumns,
  type Publication,
  type PublishedVersion,
} from '../schema/publication.ts';
import type { StoredRuleText } from './rule.repository.ts';

export type StoredRuleVersion = StoredRuleText & Publication & { readonly version: number };

/** Adds a published version; versions are never changed. */
export const insertRuleVersion = async (
  trx: TenantTransaction,
  tenantId: string,
  ruleId: string,
  version: StoredRuleVersion,
): Promise<void> => {
  await trx
    .insertInto('rule_version')
    .values({
      tenant_id: tenantId,
      rule_id: ruleId,
      rule_version: version.version,
      condition: version.condition,
      clauses: JSON.stringify(version.clauses),
      sample_payload: JSON.stringify(version.samplePayload),
      ...publicationRow(version),
    })
    .execute();
};

export const findRuleVersion = async (
  trx: TenantTransaction,
  ruleId: string,
  version: number,
): Promise<StoredRuleVersion | undefined> =>
  trx
    .selectFrom('rule_version')
    .select([
      'rule_version as version',
      'condition',
      'clauses',
      'sample_payload as samplePayload',
      ...publicationColumns,
    ])
    .where('rule_id', '=', ruleId)
    .where('rule_version', '=', version)
    .executeTakeFirst();

/** Who published what when, newest first. */
export const listRuleVersions = async (trx: TenantTransaction, ruleId: string): Promise<readonly PublishedVersion[]> =>
  trx
    .selectFrom('rule_version')
    .select(['rule_version as version', ...publishedColumns])
    .where('rule_id', '=', ruleId)
    .orderBy('rule_version', 'desc')
    .execute();

/** A published rule with the text that decides. */
export type PublishedRuleText = StoredRuleText & {
  readonly id: string;
  readonly type: RuleType;
  readonly assessment: string;
};

/** Published texts of some rules, in production or in branches. */
export const listRuleTextsInForce = async (
  trx: TenantTransaction,
  ruleIds: readonly string[],
): Promise<readonly PublishedRuleText[]> =>
  ruleIds.length === 0
    ? []
    : trx
        .selectFrom('rule')
        .innerJoin('rule_version', (join) =>
          join
            .onRef('rule_version.tenant_id', '=', 'rule.tenant_id')
            .onRef('rule_version.rule_id', '=', 'rule.rule_id')
            .onRef('rule_version.rule_version', '=', 'rule.published_version'),
        )
        .select([
          'rule.rule_id as id',
          'rule.type',
          'rule.assessment',
          'rule_version.condition',
          'rule_version.clauses',
          'rule_version.sample_payload as samplePayload',
        ])
        .where('rule.rule_id', 'in', ruleIds)
        .execute();
