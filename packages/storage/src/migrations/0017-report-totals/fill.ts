import { sql, type Kysely } from 'kysely';

const PLACE = 'tenant_id, environment_id, kind';
const OUTCOME = 'label, status, bank, chargeback, refunded';
const SUMS = 'sum(events)::integer, sum(amount_units)::bigint';

/** What `report_figure` counts, as conditions of cells. */
const MEASURES = {
  approved: 'decision = 0',
  rejected: 'decision = 1',
  reviewed: 'decision = 2',
  challenged: 'decision = 3',
  fraud: 'label = 1',
  non_fraud: 'label = 2',
  bank_approved: 'bank = 1',
  bank_declined: 'bank = 2',
  chargebacks: 'chargeback',
  refunds: 'refunded',
} as const;
type Measure = keyof typeof MEASURES;

const columnsOf = (measures: readonly Measure[]): string =>
  measures.flatMap((measure) => [measure, `${measure}_units`]).join(', ');

const sumsOf = (measures: readonly Measure[]): string =>
  measures
    .flatMap((measure) => [
      `coalesce(sum(events) filter (where ${MEASURES[measure]}), 0)::integer`,
      `coalesce(sum(amount_units) filter (where ${MEASURES[measure]}), 0)::bigint`,
    ])
    .join(', ');

const ALL = Object.keys(MEASURES) as readonly Measure[];

type Figures = {
  readonly from: string;
  readonly dimension: string;
  readonly decision: string;
  readonly at: string;
  readonly value: string;
  readonly where?: string;
};
/** Cells that figures are sums of. */
const FIGURES: readonly Figures[] = [
  { from: 'report_day', dimension: '5', decision: '-1', at: 'day', value: 'rule' },
  { from: 'report_day', dimension: '6', decision: '-1', at: 'day', value: 'clause' },
  { from: 'report_day', dimension: '7', decision: '-1', at: 'day', value: 'score' },
  { from: 'report_day', dimension: '7', decision: 'decision', at: 'day', value: 'score' },
  { from: 'report_hour', dimension: '8', decision: '-1', at: 'hour', value: 'rule' },
  { from: 'report_hour', dimension: '9', decision: '-1', at: 'hour', value: 'clause' },
  // Countries, clauses that were hit, and report fields.
  {
    from: 'report_dimension_day',
    dimension: 'dimension',
    decision: '-1',
    at: 'day',
    value: 'value',
    where: 'dimension < 3',
  },
];

const figuresOf = ({ from, dimension, decision, at, value, where = 'true' }: Figures, prefix: string): string => `
  insert into ${prefix}report_figure (${PLACE}, dimension, decision, at, value, currency, events, amount_units, ${columnsOf(ALL)})
    select ${PLACE}, ${dimension}, ${decision}, ${at}, ${value}, currency, ${SUMS}, ${sumsOf(ALL)}
      from ${prefix}${from} where ${where}
     group by ${PLACE}, ${[...new Set([dimension, decision].filter((column) => /^[a-z]/.test(column)))].map((column) => `${column}, `).join('')}${at}, ${value}, currency`;

const HIT_KEY = `case when decided then decision else -1 end, decided and controlled,
  case when decided and decision = 2 and label = 0 then status else 0 end`;
const SCORES = Array.from({ length: 10 }, (_, hundred) => hundred);

const hitsOf = (prefix: string): string => {
  const measures = ['fraud', 'non_fraud', 'chargebacks'] as const;
  const scores = SCORES.map((hundred) => `coalesce(sum(events) filter (where score = ${hundred}), 0)::integer`);
  return `
  insert into ${prefix}report_hit_day (${PLACE}, dimension, day, value, decided, decision, controlled, status, currency, events,
                                       amount_units, ${columnsOf(measures)}, ${SCORES.map((hundred) => `score_${hundred}`).join(', ')})
    select ${PLACE}, dimension, day, value, decided, ${HIT_KEY}, currency, ${SUMS}, ${sumsOf(measures)}, ${scores.join(', ')}
      from ${prefix}report_dimension_day where dimension in (2, 3)
     group by ${PLACE}, dimension, day, value, decided, ${HIT_KEY}, currency`;
};

/** Fills sums from finer ones, of events that there are and of those that were removed by age. */
export const fillTotals = async (db: Kysely<never>): Promise<void> => {
  for (const prefix of ['', 'retained_']) {
    const statements = [
      `insert into ${prefix}report_total_hour (${PLACE}, hour, decision, currency, ${OUTCOME}, events, amount_units)
         select ${PLACE}, hour, decision, currency, ${OUTCOME}, ${SUMS} from ${prefix}report_hour
          group by ${PLACE}, hour, decision, currency, ${OUTCOME}`,
      ...FIGURES.map((figures) => figuresOf(figures, prefix)),
      hitsOf(prefix),
      // 4 is the sum over all of a day.
      `insert into ${prefix}report_dimension_day (${PLACE}, dimension, day, value, decided, decision, score, controlled,
                                                  currency, ${OUTCOME}, events, amount_units)
         select ${PLACE}, 4, day, 0, false, decision, -1, false, currency, ${OUTCOME}, ${SUMS} from ${prefix}report_day
          group by ${PLACE}, day, decision, currency, ${OUTCOME}`,
    ];
    for (const statement of statements) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one connection, one statement after the other
      await sql.raw(statement).execute(db);
    }
  }
};
