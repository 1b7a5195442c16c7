import type { BoosterAnswer, BoosterState } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import { bankAnswerOfCode, type BankAnswer } from '../projections/reports/report-codes.ts';

/** Purchases of a day that a connector was for, alike in everything that is named here. */
export type BoosterOutcome = {
  /** Beginning of the day, of UTC. */
  readonly day: Date;
  readonly state: BoosterState;
  readonly answer: BoosterAnswer | null;
  readonly currency: string | null;
  /** The value that they are parted by; null where it is not known. */
  readonly part: string | null;
  /** What the bank said to the newest authorisation or charge. */
  readonly bank: BankAnswer;
  readonly purchases: number;
  /** In units of 1e-4 of the currency. */
  readonly amountUnits: number;
};

type Row = Omit<BoosterOutcome, 'bank'> & { readonly bank: number };

/**
 * What became of purchases that a connector was for, since a time, by what reports know of their bank. A purchase that reports do not
 * have yet has no answer.
 */
export const readBoosterOutcomes = async (
  trx: TenantTransaction,
  environmentIds: readonly Id[],
  from: Date,
  part: 'connector' | 'network' | 'bin' | 'currency',
): Promise<readonly BoosterOutcome[]> => {
  const value = sql.ref(`s.${part}`);
  const { rows } = await sql<Row>`
    select date_trunc('day', s.received_at, 'UTC') as day, s.state, s.answer, s.currency, ${value} as part,
           coalesce(r.bank, 0)::int as bank, count(*)::int as purchases,
           coalesce(sum(r.amount_units), 0)::float8 as "amountUnits"
      from booster_sharing s
      left join report_event r on r.tenant_id = s.tenant_id and r.environment_id = s.environment_id and r.kind = s.kind
       and r.event_id = s.event_id
     where s.environment_id = any (${[...environmentIds]}::uuid[]) and s.received_at >= ${from}
       and s.connector is not null
     group by day, s.state, s.answer, s.currency, ${value}, coalesce(r.bank, 0)`.execute(trx);
  return rows.map(({ bank, ...row }) => ({ ...row, bank: bankAnswerOfCode(bank) }));
};
