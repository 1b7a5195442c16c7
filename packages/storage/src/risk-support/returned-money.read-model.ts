import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import { kindCodeOf } from '../log/log-event.ts';

/** Money that came back of a purchase. */
export type ReturnedMoney = {
  readonly kind: 'chargeback' | 'refund';
  readonly purchaseId: string;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly at: Date;
};

/** Chargebacks and refunds of some purchases of an environment. */
export const listReturnedMoney = async (
  trx: TenantTransaction,
  environmentId: string,
  purchaseIds: readonly string[],
): Promise<readonly ReturnedMoney[]> => {
  if (purchaseIds.length === 0) return [];
  const chargeback = kindCodeOf('chargeback');
  const { rows } = await sql<Omit<ReturnedMoney, 'kind'> & { readonly code: number }>`
    select kind as code, subject_id as "purchaseId", event_time as at,
        case when jsonb_typeof(body -> 'amount') = 'number' then (body ->> 'amount')::double precision end as amount,
        body ->> 'currency' as currency
      from related_event
     where environment_id = ${environmentId} and subject_kind = ${kindCodeOf('purchase')}
       and subject_id = any (${[...purchaseIds]}::text[])
       and kind = any (${[chargeback, kindCodeOf('refund')]}::smallint[])`.execute(trx);
  return rows.map(({ code, ...rest }) => ({ ...rest, kind: code === chargeback ? 'chargeback' : 'refund' }));
};
