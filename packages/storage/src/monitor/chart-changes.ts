import type { LoggedKind } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { sql, type RawBuilder } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

export type ChartChange = {
  readonly at: Date;
  readonly by: string;
  readonly operation: string;
  readonly resourceType: string;
  readonly resourceName: string;
};

/** A change with what leads to it. */
export type LinkedChange = ChartChange & {
  readonly environmentId: Id;
  readonly resourceId: string;
  /** That it made; null for what has none. */
  readonly version: number | null;
};

/** Whose decisions, and when; environments above decide too, so the caller names them as well. */
export type ChartScope = {
  readonly tenantId: Id;
  readonly environmentIds: readonly Id[];
  readonly kind: LoggedKind;
  readonly from: Date;
  readonly to: Date;
  readonly most: number;
};

/** Writes that take effect at once; drafts and requests do not. */
const MOVING = ['Publish', 'RollBack', 'Activate', 'Deactivate', 'Reorder', 'Delete', 'Import', 'Approve', 'Promote'];
/** What events of every kind may read. */
const SHARED = ['VelocitySet', 'Function', 'ExternalCall', 'ExternalAssessment', 'Configuration'];
/** Of these every change takes effect at once. */
const AT_ONCE = ['CustomList', 'SupportList'];

const rowsOf = ({ tenantId, environmentIds, kind, from, to, most }: ChartScope): RawBuilder<unknown> => sql`
      from audit_entry a
     where tenant_id = ${tenantId}::uuid and environment_id = any(${environmentIds}::uuid[])
       and at >= ${from} and at <= ${to}
       and case
         when resource_type = any(${AT_ONCE}::text[]) then operation in ('Create', 'Update', 'Delete', 'Import')
         when resource_type = 'RuleSet' then resource_id = ${kind} and operation in ('Reorder', 'Update')
         when operation <> all(${MOVING}::text[]) then false
         when resource_type = any(${SHARED}::text[]) then true
         when resource_type = 'RuleBranch' then operation = 'Promote' and modified ->> 'assessment' = ${kind}
         when resource_type <> 'DecisionRule' then false
         when operation = 'Delete' then original ->> 'assessment' = ${kind} and original -> 'version' <> 'null'::jsonb
         else exists (select from rule r
                       where r.tenant_id = a.tenant_id and r.rule_id::text = a.resource_id
                         and r.assessment = ${kind} and r.branch_id is null)
           or exists (select from audit_entry d
                       where d.tenant_id = a.tenant_id and d.resource_type = a.resource_type and d.operation = 'Delete'
                         and d.resource_id = a.resource_id and d.original ->> 'assessment' = ${kind})
       end
     order by at desc limit ${most}`;

const CHANGE = sql`at, actor_name as by, operation, resource_type as "resourceType", resource_name as "resourceName"`;

/**
 * Writes that can move how events of a kind are decided, newest first: to rules of the kind in production and their
 * order, and to what all rules may read. Others never stand in their place, however many came after.
 */
export const readChartChanges = async (trx: TenantTransaction, scope: ChartScope): Promise<ChartChange[]> =>
  (await sql<ChartChange>`select ${CHANGE} ${rowsOf(scope)}`.execute(trx)).rows;

/** The same changes with what leads to them: a rule or set by its version, a list by that of its rows. */
export const readLinkedChanges = async (trx: TenantTransaction, scope: ChartScope): Promise<LinkedChange[]> => {
  const version = sql`coalesce(modified -> 'contentVersion', modified -> 'version')`;
  const { rows } = await sql<LinkedChange>`
    select ${CHANGE}, environment_id as "environmentId", resource_id as "resourceId",
           case when jsonb_typeof(${version}) = 'number' then (${version})::int end as version
      ${rowsOf(scope)}`.execute(trx);
  return rows;
};
