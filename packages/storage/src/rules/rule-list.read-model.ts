import type { RuleType } from '@redoubt/domain';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import { publishedRules } from './rule-version.repository.ts';
import { ruleColumns, type StoredRule } from './rule.repository.ts';
import type { StoredClause } from '../schema/authoring/rule-tables.ts';

/** A rule as the list of a rule set shows it. */
export type RuleListItem = StoredRule & {
  /** Texts shown: the published ones, else the draft's. */
  readonly condition: string;
  readonly clauses: readonly StoredClause[];
  /** When the version that decides was published. */
  readonly publishedAt: Date | null;
  readonly draft: { readonly savedBy: string; readonly savedAt: Date } | null;
};

/**
 * Every rule of an assessment in some environments, or those of one type, in production or in a branch; published ones
 * in order, then drafts by name.
 */
export const listRules = async (
  trx: TenantTransaction,
  environmentIds: readonly string[],
  assessment: string,
  type?: RuleType,
  branchId: string | null = null,
): Promise<readonly RuleListItem[]> => {
  if (environmentIds.length === 0) return [];
  const rows = await trx
    .selectFrom('rule')
    .$if(type !== undefined, (query) => query.where('rule.type', '=', type ?? 'decision'))
    .leftJoin('rule_version', (join) =>
      join
        .onRef('rule_version.tenant_id', '=', 'rule.tenant_id')
        .onRef('rule_version.rule_id', '=', 'rule.rule_id')
        .onRef('rule_version.rule_version', '=', 'rule.published_version'),
    )
    .leftJoin('rule_draft', (join) =>
      join.onRef('rule_draft.tenant_id', '=', 'rule.tenant_id').onRef('rule_draft.rule_id', '=', 'rule.rule_id'),
    )
    .select([
      ...ruleColumns,
      'rule_version.condition as publishedCondition',
      'rule_version.clauses as publishedClauses',
      'rule_version.published_at as publishedAt',
      'rule_draft.condition as draftCondition',
      'rule_draft.clauses as draftClauses',
      'rule_draft.saved_by as savedBy',
      'rule_draft.saved_at as savedAt',
    ])
    .where('rule.environment_id', 'in', environmentIds)
    .where('rule.assessment', '=', assessment)
    .where('rule.branch_id', branchId === null ? 'is' : '=', branchId)
    .orderBy('rule.order_index')
    .orderBy('rule.name_key')
    .execute();
  return rows.map((row) => {
    const { publishedCondition, publishedClauses, draftCondition, draftClauses, savedBy, savedAt, ...rule } = row;
    return {
      ...rule,
      condition: publishedCondition ?? draftCondition ?? '',
      clauses: publishedClauses ?? draftClauses ?? [],
      draft: savedBy === null || savedAt === null ? null : { savedBy, savedAt },
    };
  });
};

/** An active published rule, as plans take it. */
export type ActiveRule = {
  readonly id: string;
  readonly type: RuleType;
  readonly environmentId: string;
  readonly name: string;
  readonly version: number;
  readonly order: number;
  readonly contentHash: string;
  readonly condition: string;
  readonly clauses: readonly StoredClause[];
};

const activeRules = (trx: TenantTransaction) =>
  publishedRules(trx)
    .select([
      'rule.rule_id as id',
      'rule.type',
      'rule.environment_id as environmentId',
      'rule.name',
      'rule_version.rule_version as version',
      'rule.order_index as order',
      'rule_version.content_hash as contentHash',
      'rule_version.condition',
      'rule_version.clauses',
    ])
    .where('rule.active', '=', true)
    .orderBy('rule.environment_id')
    .orderBy('rule.order_index');

// How the editor shows a clause is no part of a plan.
const asPlanned = <Row extends Pick<ActiveRule, 'clauses'> & { readonly order: number | null }>(row: Row) => ({
  ...row,
  order: row.order ?? 0,
  clauses: row.clauses.map(({ id, name, code }) => ({ id, name, code })),
});

/** Every active published rule of an assessment in the tenant's production, in run order per environment. */
export const listActiveRules = async (trx: TenantTransaction, assessment: string): Promise<readonly ActiveRule[]> => {
  const rows = await activeRules(trx)
    .where('rule.assessment', '=', assessment)
    .where('rule.branch_id', 'is', null)
    .execute();
  return rows.map(asPlanned);
};

/** Every active published rule of every branch of the tenant, in run order per branch. */
export const listActiveBranchRules = async (
  trx: TenantTransaction,
): Promise<readonly (ActiveRule & { readonly branchId: string | null })[]> => {
  const rows = await activeRules(trx)
    .select('rule.branch_id as branchId')
    .where('rule.branch_id', 'is not', null)
    .execute();
  return rows.map(asPlanned);
};

export type RuleSetFacts = {
  readonly active: number;
  /** The newest change of any of them. */
  readonly changedBy: string;
  readonly changedAt: Date;
};

/** How many rules decide each assessment in an environment, and who changed one of its rules last. */
export const readRuleSetFacts = async (
  trx: TenantTransaction,
  environmentId: string,
): Promise<ReadonlyMap<string, RuleSetFacts>> => {
  const { rows } = await sql<RuleSetFacts & { assessment: string }>`
    select assessment, count(*) filter (where active and type = 'decision')::integer as active,
           (array_agg(changed_by order by changed_at desc))[1] as "changedBy", max(changed_at) as "changedAt"
      from rule where environment_id = ${environmentId}::uuid and branch_id is null
     group by assessment`.execute(trx);
  return new Map(rows.map(({ assessment, ...facts }) => [assessment, facts]));
};
