import type { Id, Json } from '@redoubt/kernel';
import { sql, type RawBuilder } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

/** An entry of the activity log with its place in the chain. */
export type StoredAuditEntry = {
  readonly id: Id;
  /** Null for one that no link names. */
  readonly sequence: number | null;
  readonly isErased: boolean;
  readonly at: Date;
  readonly actorId: string;
  readonly actorName: string;
  readonly operation: string;
  readonly resourceType: string;
  readonly resourceId: string;
  readonly resourceName: string;
  readonly environmentId: Id | null;
  readonly assessment: string | null;
  readonly correlationId: string | null;
};

export type StoredAuditDetail = StoredAuditEntry & { readonly original: Json; readonly modified: Json };

const COLUMNS = sql`e.entry_id as id, l.sequence, l.entry_id is not null and l.salt is null as "isErased", e.at,
  e.actor_id as "actorId", e.actor_name as "actorName", e.operation, e.resource_type as "resourceType",
  e.resource_id as "resourceId", e.resource_name as "resourceName", e.environment_id as "environmentId", e.assessment,
  e.correlation_id as "correlationId"`;
const FROM = sql`audit_entry e left join audit_link l on l.tenant_id = e.tenant_id and l.entry_id = e.entry_id`;

/** One entry with both sides of its change. */
export const findAuditEntry = async (trx: TenantTransaction, id: Id): Promise<StoredAuditDetail | undefined> => {
  const { rows } = await sql<StoredAuditDetail>`
    select ${COLUMNS}, e.original, e.modified from ${FROM} where e.entry_id = ${id}`.execute(trx);
  return rows[0];
};

/** Columns that conditions may look at. */
const CONDITION_COLUMNS = {
  logId: sql`e.entry_id::text`,
  changedBy: sql`e.actor_name`,
  changedById: sql`e.actor_id`,
  operation: sql`e.operation`,
  resourceType: sql`e.resource_type`,
  resourceName: sql`e.resource_name`,
  resourceId: sql`e.resource_id`,
  assessmentId: sql`e.assessment`,
  environmentId: sql`e.environment_id::text`,
  correlationId: sql`e.correlation_id`,
} as const satisfies Readonly<Record<string, RawBuilder<unknown>>>;
export type AuditColumn = keyof typeof CONDITION_COLUMNS;

export type AuditCondition = {
  readonly column: AuditColumn;
  readonly operator: 'in' | 'notIn' | 'isEmpty' | 'isNotEmpty' | 'isNull' | 'isNotNull';
  /** Compared without regard to letter case; empty for the presence operators. */
  readonly values: readonly string[];
};

export type AuditScope = {
  readonly environmentIds: readonly Id[];
  /** With entries that concern the whole tenant. */
  readonly withTenant: boolean;
};

export type AuditQuery = {
  /** From inclusive, to exclusive. */
  readonly from: Date;
  readonly to: Date;
  readonly join: 'and' | 'or';
  readonly conditions: readonly AuditCondition[];
};

/** The last entry of a page. */
export type AuditCursor = { readonly at: Date; readonly id: Id };

const conditionOf = ({ column, operator, values }: AuditCondition): RawBuilder<unknown> => {
  const value = CONDITION_COLUMNS[column];
  const wanted = values.map((each) => each.toLowerCase());
  switch (operator) {
    case 'in':
      return sql`lower(${value}) = any(${wanted}::text[])`;
    case 'notIn':
      return sql`(${value} is null or lower(${value}) <> all(${wanted}::text[]))`;
    case 'isEmpty':
      return sql`coalesce(${value}, '') = ''`;
    case 'isNotEmpty':
      return sql`coalesce(${value}, '') <> ''`;
    case 'isNull':
      return sql`${value} is null`;
    case 'isNotNull':
      return sql`${value} is not null`;
  }
};

const scopeOf = ({ environmentIds, withTenant }: AuditScope): RawBuilder<unknown> =>
  withTenant
    ? sql`(e.environment_id = any(${environmentIds}::uuid[]) or e.environment_id is null)`
    : sql`e.environment_id = any(${environmentIds}::uuid[])`;

const whereOf = (scope: AuditScope, { from, to, join, conditions }: AuditQuery): RawBuilder<unknown> => {
  const asked = conditions.map(conditionOf);
  const all = asked.length === 0 ? sql`true` : sql`(${sql.join(asked, join === 'and' ? sql` and ` : sql` or `)})`;
  return sql`e.at >= ${from} and e.at < ${to} and ${scopeOf(scope)} and ${all}`;
};

/** Entries of some environments, newest first. */
export const searchAudit = async (
  trx: TenantTransaction,
  scope: AuditScope,
  query: AuditQuery & { readonly after: AuditCursor | null; readonly limit: number },
): Promise<readonly StoredAuditEntry[]> => {
  const { after, limit } = query;
  const next = after === null ? sql`true` : sql`(e.at, e.entry_id) < (${after.at}, ${after.id}::uuid)`;
  const { rows } = await sql<StoredAuditEntry>`
    select ${COLUMNS} from ${FROM} where ${whereOf(scope, query)} and ${next}
     order by e.at desc, e.entry_id desc limit ${limit}`.execute(trx);
  return rows;
};

/** How many entries a query finds. */
export const countAudit = async (trx: TenantTransaction, scope: AuditScope, query: AuditQuery): Promise<number> => {
  const { rows } = await sql<{ entries: string }>`
    select count(*) as entries from audit_entry e where ${whereOf(scope, query)}`.execute(trx);
  return Number(rows[0]?.entries ?? 0);
};

/** The entries before and after one, of the same thing; null at either end. */
export const findAuditNeighbours = async (
  trx: TenantTransaction,
  scope: AuditScope,
  { id, at, resourceType, resourceId }: StoredAuditEntry,
): Promise<{ readonly previous: StoredAuditEntry | null; readonly next: StoredAuditEntry | null }> => {
  const beside = async (comparison: RawBuilder<unknown>, order: RawBuilder<unknown>) => {
    const { rows } = await sql<StoredAuditEntry>`
      select ${COLUMNS} from ${FROM}
       where e.resource_type = ${resourceType} and e.resource_id = ${resourceId} and ${scopeOf(scope)}
         and (e.at, e.entry_id) ${comparison} (${at}, ${id}::uuid)
       order by e.at ${order}, e.entry_id ${order} limit 1`.execute(trx);
    return rows[0] ?? null;
  };
  return {
    previous: await beside(sql`<`, sql`desc`),
    next: await beside(sql`>`, sql`asc`),
  };
};

/** The newest entry of one operation on one thing. */
export const findNewestAudit = async (
  trx: TenantTransaction,
  { type, id, operation }: { readonly type: string; readonly id: string; readonly operation: string },
): Promise<StoredAuditDetail | undefined> => {
  const { rows } = await sql<StoredAuditDetail>`
    select ${COLUMNS}, e.original, e.modified from ${FROM}
     where e.resource_type = ${type} and e.resource_id = ${id} and e.operation = ${operation}
     order by e.at desc, l.sequence desc nulls last limit 1`.execute(trx);
  return rows[0];
};
