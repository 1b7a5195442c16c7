import { sql, type Kysely } from 'kysely';

const PLACE = 'tenant_id, environment_id, kind';
const QUARTER = `date_bin('15 minutes', minute, timestamptz '2000-01-01 00:00:00+00')`;
const OBSERVATION = `${PLACE}, observation, day, linked, currency`;

/** Sums of observations without score and delay, by their dimension, and the decision that they have. */
const OBSERVATIONS = [
  { dimension: 1, decision: '-1', groups: OBSERVATION },
  { dimension: 2, decision: 'decision', groups: `${OBSERVATION}, decision` },
];

/** Fills sums from finer ones, of events that there are and of those that were removed by age. */
export const fillCounts = async (db: Kysely<never>): Promise<void> => {
  for (const prefix of ['', 'retained_']) {
    const statements = [
      `insert into ${prefix}rollup_quarter (${PLACE}, quarter, decision, rule, clause, events)
         select ${PLACE}, ${QUARTER}, decision, rule, clause, sum(events)::integer
           from ${prefix}rollup_minute group by ${PLACE}, ${QUARTER}, decision, rule, clause`,
      `insert into ${prefix}rollup_value_quarter (${PLACE}, quarter, dimension, value, events)
         select ${PLACE}, ${QUARTER}, dimension, value, sum(events)::integer
           from ${prefix}rollup_value_minute group by ${PLACE}, ${QUARTER}, dimension, value`,
      ...OBSERVATIONS.map(
        ({ dimension, decision, groups }) =>
          `insert into ${prefix}report_observation_day (${OBSERVATION}, dimension, value, decision, score, delay, events, amount_units)
             select ${OBSERVATION}, ${dimension}, 0, ${decision}, -1, -1, sum(events)::integer, sum(amount_units)::bigint
               from ${prefix}report_observation_day where dimension = 0 group by ${groups}`,
      ),
    ];
    for (const statement of statements) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one connection, one statement after the other
      await sql.raw(statement).execute(db);
    }
  }
};
