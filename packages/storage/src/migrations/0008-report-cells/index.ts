import { sql, type Kysely } from 'kysely';

/** What a cell of `report_dimension_day` is told apart by, without score and control share. */
const KEY =
  sql.raw(`tenant_id, environment_id, kind, dimension, day, value, decided, decision, currency, label, status, bank,
  chargeback, refunded`);

/** Sums by country lose their scores, which no report asks for: the cells of a country and a day become one (ADR 99). */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create temporary table country_cells on commit drop as
      select ${KEY}, sum(events)::integer as events, sum(amount_units)::bigint as amount_units
        from report_dimension_day where dimension = 1 group by ${KEY};
    delete from report_dimension_day where dimension = 1;
    insert into report_dimension_day (${KEY}, score, controlled, events, amount_units)
      select ${KEY}, -1, false, events, amount_units from country_cells`.execute(db);
};
