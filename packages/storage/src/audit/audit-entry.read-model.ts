import type { Id, Json } from '@redoubt/kernel';
import { sql } from 'kysely';
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
