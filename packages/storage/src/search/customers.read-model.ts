import type { LoggedAssessmentKind } from '@redoubt/domain';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import { kindCodeOf } from '../log/log-event.ts';

/** Who an event is of, as the merchant said it. */
type EventCustomer = {
  readonly environmentId: string;
  readonly eventId: string;
  readonly userId: string | null;
  readonly userName: string | null;
};

/**
 * Customers of some events of one kind, in whatever environments of the tenant they were received. Events that are not
 * searchable any more, because they are too old or a person was erased, are absent.
 */
export const readEventCustomers = async (
  trx: TenantTransaction,
  kind: LoggedAssessmentKind,
  eventIds: readonly string[],
): Promise<readonly EventCustomer[]> => {
  if (eventIds.length === 0) return [];
  const { rows } = await sql<EventCustomer>`
    select environment_id as "environmentId", event_id as "eventId", user_id as "userId", user_name as "userName"
    from event_search
    where event_id = any(${eventIds}::text[]) and kind = ${kindCodeOf(kind)}`.execute(trx);
  return rows;
};
