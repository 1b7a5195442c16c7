import { sql, type Kysely } from 'kysely';

/** What a row of `report_hit_day` is told apart by, of cells of `report_dimension_day`. */
const KEY = {
  tenant_id: 'tenant_id',
  environment_id: 'environment_id',
  kind: 'kind',
  dimension: 'dimension',
  day: 'day',
  value: 'value',
  decided: 'decided',
  decision: 'case when decided then decision else -1 end',
  controlled: 'decided and controlled',
  status: 'case when decided and decision = 2 and label = 0 then status else 0 end',
  currency: 'currency',
} as const;
const ANSWERS = { bank_approved: 1, bank_declined: 2 } as const;

const hitsOf = (prefix: string): string => {
  const names = Object.keys(ANSWERS).flatMap((name) => [name, `${name}_units`]);
  const sums = Object.entries(ANSWERS).flatMap(([name, code]) => [
    `coalesce(sum(events) filter (where bank = ${code}), 0)::integer as ${name}`,
    `coalesce(sum(amount_units) filter (where bank = ${code}), 0)::bigint as ${name}_units`,
  ]);
  const keys = Object.entries(KEY).map(([name, text]) => `${text} as ${name}`);
  return `
    update ${prefix}report_hit_day h set ${names.map((name) => `${name} = x.${name}`).join(', ')}
      from (select ${keys.join(', ')}, ${sums.join(', ')}
              from ${prefix}report_dimension_day where dimension in (2, 3)
             group by ${Object.values(KEY).join(', ')}) x
     where ${Object.keys(KEY)
       .map((name) => `h.${name} = x.${name}`)
       .join(' and ')}
       and x.bank_approved + x.bank_declined > 0`;
};

/**
 * Fills sums from finer ones. When the chargebacks of events arrived that were removed by age is not known any more: they stay
 * in sums by the day of the event alone.
 */
export const fillAnswers = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(hitsOf('')).execute(db);
  await sql.raw(hitsOf('retained_')).execute(db);
  await sql`
    insert into report_chargeback_day
      select tenant_id, environment_id, kind, date_trunc('day', hour, 'UTC'), chargeback_after, decision, currency, label, status,
             bank, refunded, count(*)::integer, sum(amount_units)::bigint
        from report_event where chargeback and chargeback_after is not null
       group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11`.execute(db);
};
