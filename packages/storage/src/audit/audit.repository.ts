import { newId, type Json } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

export type AuditEntry = {
  readonly tenantId: string;
  /** Null for a write that concerns the whole tenant. */
  readonly environmentId: string | null;
  readonly at: Date;
  readonly actor: { readonly id: string; readonly name: string };
  /** `Create`, `Update`, `Publish` … (`docs/reference/access.md#activity`). */
  readonly operation: string;
  readonly resource: { readonly type: string; readonly id: string; readonly name: string };
  /** What stood there before and after; null where there was or is nothing. */
  readonly original: Json;
  readonly modified: Json;
  readonly correlationId: string | null;
  /** The assessment that it is about, where it is about one. */
  readonly assessment?: string | null;
};

const asColumn = (value: Json): string | null => (value === null ? null : JSON.stringify(value));

/** Writes down who changed what, in the transaction of the change itself. */
export const appendAudit = async (trx: TenantTransaction, entry: AuditEntry): Promise<void> => {
  await trx
    .insertInto('audit_entry')
    .values({
      tenant_id: entry.tenantId,
      entry_id: newId(),
      at: entry.at,
      actor_id: entry.actor.id,
      actor_name: entry.actor.name,
      operation: entry.operation,
      resource_type: entry.resource.type,
      resource_id: entry.resource.id,
      resource_name: entry.resource.name,
      environment_id: entry.environmentId,
      original: asColumn(entry.original),
      modified: asColumn(entry.modified),
      correlation_id: entry.correlationId,
      assessment: entry.assessment ?? null,
    })
    .execute();
};

/** Whether a resource of this type and name was ever created, whatever became of it. */
export const wasCreated = async (trx: TenantTransaction, type: string, name: string): Promise<boolean> => {
  const entry = await trx
    .selectFrom('audit_entry')
    .select('entry_id')
    .where('resource_type', '=', type)
    .where('operation', '=', 'Create')
    .where('resource_name', '=', name)
    .executeTakeFirst();
  return entry !== undefined;
};

/** How many entries of these support lists a person added, changed or removed since an instant. */
export const countSupportChanges = async (
  trx: TenantTransaction,
  lists: readonly string[],
  { actorId, since }: { readonly actorId: string; readonly since: Date },
): Promise<number> => {
  const counted = (outcome: string) => sql<number>`coalesce((modified ->> ${outcome})::int, 0)`;
  const found = await trx
    .selectFrom('audit_entry')
    .select(
      sql<string>`coalesce(sum(${counted('added')} + ${counted('changed')} + ${counted('removed')}), 0)`.as('entries'),
    )
    .where('resource_type', '=', 'SupportList')
    .where('resource_id', 'in', lists)
    .where('at', '>=', since)
    .where('actor_id', '=', actorId)
    .executeTakeFirstOrThrow();
  return Number(found.entries);
};

/** How often a person revealed personal fields since an instant. */
export const countReveals = async (
  trx: TenantTransaction,
  { actorId, since }: { readonly actorId: string; readonly since: Date },
): Promise<number> => {
  const { reveals } = await trx
    .selectFrom('audit_entry')
    .select(({ fn }) => fn.countAll<string>().as('reveals'))
    .where('resource_type', '=', 'Event')
    .where('operation', '=', 'Reveal')
    .where('at', '>=', since)
    .where('actor_id', '=', actorId)
    .executeTakeFirstOrThrow();
  return Number(reveals);
};
