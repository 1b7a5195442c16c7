import type {
  LossAmount,
  LossDisposition,
  LossEntityKind,
  Population,
  RetailKind,
  RetailSet,
  ScoredReason,
} from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

export type LossMonth = {
  readonly month: string;
  readonly transactions: number;
  readonly isStale: boolean;
  readonly scoredAt: Date | null;
  readonly population: Readonly<Record<LossEntityKind, Population>> | null;
};

/** Months of an environment, oldest first. */
export const listLossMonths = (trx: TenantTransaction, environmentId: Id): Promise<readonly LossMonth[]> =>
  trx
    .selectFrom('retail_month')
    .select([
      sql<string>`month::text`.as('month'),
      'transactions',
      sql<boolean>`scored < changed`.as('isStale'),
      'scored_at as scoredAt',
      'population',
    ])
    .where('environment_id', '=', environmentId)
    .orderBy('retail_month.month')
    .execute();

/** Scores that are looked at. Months are their first days. */
export type LossRange = {
  readonly environmentId: Id;
  readonly from: string;
  readonly to: string;
  readonly scoreFrom: number;
  readonly scoreTo: number;
  readonly find: string;
};

export type LossMonthSums = {
  readonly month: string;
  readonly usual: number;
  readonly anomalous: number;
  readonly score: number;
};

/** How many of each month are below the threshold, how many not, and the sum of their scores. */
export const sumLossMonths = async (
  trx: TenantTransaction,
  range: LossRange,
  kind: LossEntityKind,
  threshold: number,
): Promise<readonly LossMonthSums[]> => {
  const { environmentId, from, to, scoreFrom, scoreTo } = range;
  const { rows } = await sql<LossMonthSums>`
    select month::text, count(*) filter (where score < ${threshold})::int as usual,
           count(*) filter (where score >= ${threshold})::int as anomalous, sum(score)::float8 as score
      from loss_score
     where environment_id = ${environmentId} and kind = ${kind} and month between ${from}::date and ${to}::date
       and score between ${scoreFrom} and ${scoreTo}
     group by loss_score.month order by 1`.execute(trx);
  return rows;
};

export type LossRanked = {
  readonly id: string;
  readonly maxScore: number;
  readonly averageScore: number;
  readonly scoreCount: number;
  readonly disposition: LossDisposition;
};

/** The riskiest, in the order of `compareRisk`, with what was last found out about each. */
export const rankLossEntities = async (
  trx: TenantTransaction,
  range: LossRange,
  { kind, threshold, limit }: { readonly kind: LossEntityKind; readonly threshold: number; readonly limit: number },
): Promise<readonly LossRanked[]> => {
  const { environmentId, from, to, scoreFrom, scoreTo, find } = range;
  const { rows } = await sql<LossRanked>`
    with ranked as (
      select entity, max(score)::int as most, avg(score)::float8 as average,
             count(*) filter (where score >= ${threshold})::int as months
        from loss_score
       where environment_id = ${environmentId} and kind = ${kind} and month between ${from}::date and ${to}::date
         and score between ${scoreFrom} and ${scoreTo} and strpos(lower(entity), lower(${find})) > 0
       group by entity order by average desc, most desc, entity limit ${limit}
    )
    select entity as id, most as "maxScore", average as "averageScore", months as "scoreCount",
           coalesce((select f.disposition from loss_finding f
                      where f.environment_id = ${environmentId} and f.kind = ${kind} and f.entity = ranked.entity
                      order by f.created_at desc, f.finding_id desc limit 1), 'open') as disposition
      from ranked order by average desc, most desc, entity`.execute(trx);
  return rows;
};

/** How many different ones have a score. */
export const countLossEntities = async (
  trx: TenantTransaction,
  range: LossRange,
  kind: LossEntityKind,
): Promise<number> => {
  const { environmentId, from, to, scoreFrom, scoreTo } = range;
  const { rows } = await sql<{ members: number }>`
    select count(distinct entity)::int as members from loss_score
     where environment_id = ${environmentId} and kind = ${kind} and month between ${from}::date and ${to}::date
       and score between ${scoreFrom} and ${scoreTo}`.execute(trx);
  return rows[0]?.members ?? 0;
};

/** Returns and discounts of the months in which staff were at or above the threshold, in units of 1e-4. */
export const sumLossAmounts = async (
  trx: TenantTransaction,
  range: LossRange,
  threshold: number,
): Promise<readonly LossAmount[]> => {
  const { environmentId, from, to, scoreFrom, scoreTo } = range;
  const { rows } = await sql<LossAmount>`
    select a.currency, sum(a.returns)::float8 as returns, sum(a.discounts)::float8 as discounts
      from loss_score s, jsonb_to_recordset(s.amounts) as a(currency text, returns bigint, discounts bigint)
     where s.environment_id = ${environmentId} and s.kind = 'staff' and s.month between ${from}::date and ${to}::date
       and s.score between ${scoreFrom} and ${scoreTo} and s.score >= ${threshold}
     group by a.currency order by a.currency`.execute(trx);
  return rows;
};

export type LossScoreRow = {
  readonly kind: LossEntityKind;
  readonly id: string;
  readonly month: string;
  readonly score: number;
  readonly reasons: readonly ScoredReason[];
};

/** Scores of all, or of one, by kind, id and month. */
export const listLossScores = async (
  trx: TenantTransaction,
  environmentId: Id,
  only?: { readonly kind: LossEntityKind; readonly id: string },
  range?: LossRange,
): Promise<readonly LossScoreRow[]> => {
  let query = trx
    .selectFrom('loss_score')
    .select(['kind', 'entity as id', sql<string>`month::text`.as('month'), 'score', 'reasons'])
    .where('environment_id', '=', environmentId);
  if (only) query = query.where('kind', '=', only.kind).where('entity', '=', only.id);
  if (range) {
    query = query
      .where('month', '>=', range.from)
      .where('month', '<=', range.to)
      .where('score', '>=', range.scoreFrom)
      .where('score', '<=', range.scoreTo);
  }
  return query.orderBy('kind').orderBy('entity').orderBy('loss_score.month').execute();
};

/** The average score of all in each month. */
export const averageLossScores = async (
  trx: TenantTransaction,
  environmentId: Id,
  kind: LossEntityKind,
): Promise<ReadonlyMap<string, number>> => {
  const rows = await trx
    .selectFrom('loss_score')
    .select([sql<string>`month::text`.as('of'), sql<number>`avg(score)::float8`.as('average')])
    .where('environment_id', '=', environmentId)
    .where('kind', '=', kind)
    .groupBy('month')
    .execute();
  return new Map(rows.map(({ of, average }) => [of, average]));
};

export type LossTransaction = {
  readonly id: string;
  readonly receiptAt: Date;
  readonly kind: RetailKind;
  readonly staff: string | null;
  readonly staffScore: number | null;
  readonly terminalId: string;
  readonly currency: string;
  readonly amount: number;
  readonly discount: number;
  readonly manualDiscount: number;
  readonly hasReceipt: boolean | null;
  readonly paymentMethods: readonly string[];
  readonly categories: readonly string[];
};

/** Transactions of one since a month, newest first. */
export const listLossTransactions = async (
  trx: TenantTransaction,
  environmentId: Id,
  {
    kind,
    id,
    since,
    limit,
  }: { readonly kind: LossEntityKind; readonly id: string; readonly since: string; readonly limit: number },
): Promise<readonly LossTransaction[]> => {
  const mine = kind === 'staff' ? sql`t.staff = ${id}` : sql`t.terminal_id = ${id}`;
  const { rows } = await sql<LossTransaction>`
    select t.transaction_id as id, t.receipt_at as "receiptAt", t.kind, t.staff, t.terminal_id as "terminalId", t.currency,
           t.amount_units as amount, t.discount_units as discount,
           (select s.score from loss_score s where s.environment_id = t.environment_id and s.kind = 'staff'
               and s.entity = t.staff and s.month = t.month) as "staffScore",
           greatest(t.manual_discount_units,
             (select coalesce(sum(l.manual_discount_units), 0) from retail_line l where l.tenant_id = t.tenant_id and not l.is_voided
                 and l.environment_id = t.environment_id and l.transaction_id = t.transaction_id))::bigint as "manualDiscount",
           case when t.kind = 'return' then t.has_original or
             (select bool_and(l.has_original) from retail_line l where l.tenant_id = t.tenant_id and not l.is_voided
                 and l.environment_id = t.environment_id and l.transaction_id = t.transaction_id) end as "hasReceipt",
           array(select distinct coalesce(m.name, p.method_id) from retail_payment p
                   left join retail_payment_method m on m.tenant_id = p.tenant_id and m.environment_id = p.environment_id
                         and m.method_id = p.method_id
                  where p.tenant_id = t.tenant_id and p.environment_id = t.environment_id
                    and p.transaction_id = t.transaction_id and not p.is_voided order by 1) as "paymentMethods",
           array(select distinct l.category from retail_line l where l.tenant_id = t.tenant_id
                    and l.environment_id = t.environment_id and l.transaction_id = t.transaction_id and l.category <> '' and not l.is_voided
                  order by 1) as categories
      from retail_transaction t
     where t.environment_id = ${environmentId} and ${mine} and t.receipt_at >= ${since}::timestamptz
     order by t.receipt_at desc, t.transaction_id limit ${limit}`.execute(trx);
  return rows;
};

export type StoredFinding = {
  readonly disposition: LossDisposition;
  readonly note: string;
  readonly by: string;
  readonly at: Date;
};

/** Findings of one, newest first. */
export const listFindings = (
  trx: TenantTransaction,
  environmentId: Id,
  kind: LossEntityKind,
  id: string,
): Promise<readonly StoredFinding[]> =>
  trx
    .selectFrom('loss_finding')
    .select(['disposition', 'note', 'created_by as by', 'created_at as at'])
    .where('environment_id', '=', environmentId)
    .where('kind', '=', kind)
    .where('entity', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('finding_id', 'desc')
    .execute();

export const insertFinding = async (
  trx: TenantTransaction,
  finding: {
    readonly tenantId: Id;
    readonly environmentId: Id;
    readonly id: Id;
    readonly kind: LossEntityKind;
    readonly entity: string;
  } & StoredFinding,
): Promise<void> => {
  await trx
    .insertInto('loss_finding')
    .values({
      tenant_id: finding.tenantId,
      environment_id: finding.environmentId,
      finding_id: finding.id,
      kind: finding.kind,
      entity: finding.entity,
      disposition: finding.disposition,
      note: finding.note,
      created_by: finding.by,
      created_at: finding.at,
    })
    .execute();
};

/** The id at tills of a person; undefined where there is none. */
export const staffCodeOf = async (
  trx: TenantTransaction,
  environmentId: Id,
  staff: string,
): Promise<string | undefined> =>
  (
    await trx
      .selectFrom('retail_staff')
      .select('code')
      .where('environment_id', '=', environmentId)
      .where('staff', '=', staff)
      .executeTakeFirst()
  )?.code;

const TABLES = {
  retailTransactions: 'retail_transaction',
  retailSales: 'retail_line',
  retailPayments: 'retail_payment',
  retailPaymentMethods: 'retail_payment_method',
} as const satisfies Record<RetailSet, string>;

/** Whether an environment has rows of a kind of file. */
export const hasRetailRows = async (trx: TenantTransaction, environmentId: Id, set: RetailSet): Promise<boolean> =>
  (await trx
    .selectFrom(TABLES[set])
    .select(sql`1`.as('one'))
    .where('environment_id', '=', environmentId)
    .limit(1)
    .executeTakeFirst()) !== undefined;
