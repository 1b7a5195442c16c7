import type { HoldTarget } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

/** A hold as it was placed, and who released it. */
export type StoredHold = HoldTarget & {
  readonly id: Id;
  readonly reason: string;
  readonly placedBy: string;
  readonly placedAt: Date;
  readonly until: Date | null;
  readonly releasedBy: string | null;
  readonly releasedAt: Date | null;
  readonly releaseReason: string | null;
};

const COLUMNS = [
  'hold_id as id',
  'environment_id as environmentId',
  'scope',
  'subject',
  'kind',
  'event_id as eventId',
  'reason',
  'placed_by as placedBy',
  'placed_at as placedAt',
  'until',
  'released_by as releasedBy',
  'released_at as releasedAt',
  'release_reason as releaseReason',
] as const;

/** Every hold of the tenant, newest first. */
export const listHolds = (trx: TenantTransaction): Promise<readonly StoredHold[]> =>
  trx.selectFrom('legal_hold').select(COLUMNS).orderBy('placed_at', 'desc').orderBy('hold_id').execute();

export const insertHold = async (
  trx: TenantTransaction,
  tenantId: Id,
  hold: Omit<StoredHold, 'releasedBy' | 'releasedAt' | 'releaseReason'>,
): Promise<void> => {
  await trx
    .insertInto('legal_hold')
    .values({
      tenant_id: tenantId,
      hold_id: hold.id,
      environment_id: hold.environmentId,
      scope: hold.scope,
      subject: hold.subject,
      kind: hold.kind,
      event_id: hold.eventId,
      reason: hold.reason,
      placed_by: hold.placedBy,
      placed_at: hold.placedAt,
      until: hold.until,
    })
    .execute();
};

/** False where it is released already. */
export const releaseHold = async (
  trx: TenantTransaction,
  id: Id,
  released: { readonly by: string; readonly at: Date; readonly reason: string },
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('legal_hold')
    .set({ released_by: released.by, released_at: released.at, release_reason: released.reason })
    .where('hold_id', '=', id)
    .where('released_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Whether any of these persons or cases is among the events that a subject request found. */
export const holdsTarget = async (
  trx: TenantTransaction,
  requestId: Id,
  holds: readonly Pick<StoredHold, 'environmentId' | 'subject' | 'kind' | 'eventId'>[],
): Promise<boolean> => {
  const things = holds.map(({ environmentId: e, subject: u, kind: k, eventId: i }) => ({ e, u, k, i }));
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from jsonb_to_recordset(${JSON.stringify(things)}::jsonb) as x(e uuid, u text, k smallint, i text)
        join subject_target t on t.request_id = ${requestId}
         and ((t.environment_id = x.e and t.kind = x.k and t.event_id = x.i)
           or (x.u is not null and exists (
             select from event_search s where s.event_id = t.event_id and s.kind = t.kind
                and s.environment_id = t.environment_id and s.user_id = x.u)))) as found`.execute(trx);
  return rows[0]?.found ?? false;
};
