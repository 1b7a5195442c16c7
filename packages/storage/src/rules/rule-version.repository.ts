import type { RuleType } from '@redoubt/domain';
import type { TenantTransaction } from '../database/database.ts';
import { versionedStore, type VersionStamp } from '../versions/versioned-store.ts';
import { nameWithBranch, type StoredRuleText } from './rule.repository.ts';

export type StoredRuleVersion = StoredRuleText & VersionStamp & { readonly contentHash: string };

/** Drafts and versions of rules. */
export const ruleStore = versionedStore<StoredRuleText, { readonly contentHash: string }, 'rule'>({
  table: 'rule',
  key: 'rule',
  texts: { condition: 'condition', clauses: 'clauses', samplePayload: 'sample_payload' },
  kept: { contentHash: 'content_hash' },
  json: ['clauses', 'samplePayload'],
});

/** A published rule with the text that decides. */
export type PublishedRuleText = StoredRuleText & {
  readonly id: string;
  readonly environmentId: string;
  /** One of a branch says of which. */
  readonly name: string;
  readonly type: RuleType;
  readonly assessment: string;
  readonly active: boolean;
  /** Null in production. */
  readonly branchId: string | null;
};

/** Rules with what is published of them; rules that never were are left out. */
export const publishedRules = (trx: TenantTransaction) =>
  trx
    .selectFrom('rule')
    .innerJoin('rule_version', (join) =>
      join
        .onRef('rule_version.tenant_id', '=', 'rule.tenant_id')
        .onRef('rule_version.rule_id', '=', 'rule.rule_id')
        .onRef('rule_version.rule_version', '=', 'rule.published_version'),
    );

/** Published texts of some rules, in production or in branches. */
export const listRuleTextsInForce = async (
  trx: TenantTransaction,
  ruleIds: readonly string[],
): Promise<readonly PublishedRuleText[]> =>
  ruleIds.length === 0
    ? []
    : publishedRules(trx)
        .select([
          'rule.rule_id as id',
          'rule.environment_id as environmentId',
          nameWithBranch.as('name'),
          'rule.type',
          'rule.assessment',
          'rule.active',
          'rule.branch_id as branchId',
          'rule_version.condition',
          'rule_version.clauses',
          'rule_version.sample_payload as samplePayload',
        ])
        .where('rule.rule_id', 'in', ruleIds)
        .execute();
