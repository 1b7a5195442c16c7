import type pg from 'pg';
import { saveSums, type Cell, type Change, type NameOf } from './cell-sums.ts';
import {
  ALL_DECISIONS,
  BANK_CODES,
  DECISION_CODES,
  DIMENSION_CODES,
  FIGURE_CODES,
  LABEL_CODES,
} from './report-codes.ts';

/** A row for one value of a day or an hour and a currency, with the measures of reports as columns. */
export const FIGURE_TABLE = 'report_figure';

/** What a row of figures counts beside all its events: events whose cell says so. */
const COUNTED = {
  approved: ({ decision }: Cell) => decision === DECISION_CODES.Approve,
  rejected: ({ decision }: Cell) => decision === DECISION_CODES.Reject,
  reviewed: ({ decision }: Cell) => decision === DECISION_CODES.Review,
  challenged: ({ decision }: Cell) => decision === DECISION_CODES.Challenge,
  fraud: ({ label }: Cell) => label === LABEL_CODES.Fraud,
  non_fraud: ({ label }: Cell) => label === LABEL_CODES.NonFraud,
  bank_approved: ({ bank }: Cell) => bank === BANK_CODES.Approved,
  bank_declined: ({ bank }: Cell) => bank === BANK_CODES.Declined,
  chargebacks: ({ chargeback }: Cell) => chargeback === true,
  refunds: ({ refunded }: Cell) => refunded === true,
} as const;
const COUNTS = Object.entries(COUNTED) as readonly [keyof typeof COUNTED, (cell: Cell) => boolean][];

const KEY = {
  tenant_id: 'uuid',
  environment_id: 'uuid',
  kind: 'int2',
  dimension: 'int4',
  decision: 'int2',
  at: 'timestamptz',
  value: 'int4',
  currency: 'int4',
} as const;

const save = saveSums(FIGURE_TABLE, KEY, {
  events: 'int4',
  amount_units: 'int8',
  ...Object.fromEntries(
    COUNTS.flatMap(([name]) => [
      [name, 'int4' as const],
      [`${name}_units`, 'int8' as const],
    ]),
  ),
});

type Figure = { readonly key: Cell; events: number; units: bigint; readonly counts: number[]; readonly sums: bigint[] };

type Value = Cell[string];

/** Where a cell of a finer table stands among figures: what they are by, when, and its value there. */
type Standing = { readonly dimension: number; readonly at: Value; readonly value: Value };

type Finer = {
  readonly table: 'report_day' | 'report_hour' | 'report_dimension_day';
  readonly standings: (cell: Cell) => readonly Standing[];
};

const asked = (value: Value | undefined): Value => value ?? 0;

/** Each figure is the sum of cells of one of these, grouped by less. */
const FINER: readonly Finer[] = [
  {
    table: 'report_day',
    standings: ({ day, rule, clause, score }) => [
      { dimension: FIGURE_CODES.rule, at: asked(day), value: asked(rule) },
      { dimension: FIGURE_CODES.clause, at: asked(day), value: asked(clause) },
      { dimension: FIGURE_CODES.score, at: asked(day), value: asked(score) },
    ],
  },
  {
    table: 'report_hour',
    standings: ({ hour, rule, clause }) => [
      { dimension: FIGURE_CODES.ruleByHour, at: asked(hour), value: asked(rule) },
      { dimension: FIGURE_CODES.clauseByHour, at: asked(hour), value: asked(clause) },
    ],
  },
  {
    table: 'report_dimension_day',
    standings: ({ dimension, day, value }) =>
      dimension === DIMENSION_CODES.total || dimension === DIMENSION_CODES.hitRule
        ? []
        : [{ dimension: Number(dimension), at: asked(day), value: asked(value) }],
  },
];

/** Scores are asked for by decision as well, to find a cut-off among what was approved. */
const decisionsOf = (dimension: number, decision: Value): readonly Value[] =>
  dimension === FIGURE_CODES.score ? [ALL_DECISIONS, decision] : [ALL_DECISIONS];

/** Changes of figures that follow from changes of finer sums. @param changesOf changes of a table of finer sums */
export const figureRows = (changesOf: (table: string) => readonly Change[]): readonly Cell[] => {
  const figures = new Map<string, Figure>();
  const figureOf = (cell: Cell, { dimension, at, value }: Standing, decision: Value): Figure => {
    const { tenant_id, environment_id, kind, currency } = cell;
    const name = `${dimension}/${String(decision)}/${String(at)}/${String(value)}/${String(currency)}/${String(kind)}/${String(environment_id)}/${String(tenant_id)}`;
    const known = figures.get(name);
    if (known !== undefined) return known;
    const place = { tenant_id: asked(tenant_id), environment_id: asked(environment_id), kind: asked(kind) };
    const figure: Figure = {
      key: { ...place, dimension, decision, at, value, currency: asked(currency) },
      events: 0,
      units: 0n,
      counts: COUNTS.map(() => 0),
      sums: COUNTS.map(() => 0n),
    };
    figures.set(name, figure);
    return figure;
  };
  for (const { table, standings } of FINER) {
    for (const { cell, events, units } of changesOf(table)) {
      const counted = COUNTS.flatMap(([, counts], at) => (counts(cell) ? [at] : []));
      for (const standing of standings(cell)) {
        for (const decision of decisionsOf(standing.dimension, asked(cell.decision))) {
          const figure = figureOf(cell, standing, decision);
          figure.events += events;
          figure.units += units;
          for (const at of counted) {
            figure.counts[at] = (figure.counts[at] ?? 0) + events;
            figure.sums[at] = (figure.sums[at] ?? 0n) + units;
          }
        }
      }
    }
  }
  return [...figures.values()].map(({ key, events, units, counts, sums }) => ({
    ...key,
    events,
    amount_units: units,
    ...Object.fromEntries(
      COUNTS.flatMap(([name], at) => [
        [name, counts[at] ?? 0],
        [`${name}_units`, sums[at] ?? 0n],
      ]),
    ),
  }));
};

/** @param nameOf the table that holds the sums of one; itself where absent. */
export const saveFigures = (client: pg.ClientBase, rows: readonly Cell[], nameOf?: NameOf): Promise<void> =>
  save(client, rows, nameOf);
