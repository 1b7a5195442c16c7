import { DAY_MS } from '@redoubt/kernel';
import type pg from 'pg';
import { cellSums, type Cell } from './cell-sums.ts';
import { DIMENSION_CODES, fieldDimensionCode, LABEL_CODES, NO_BIN, NO_OTHER_RULE, wideBin } from './report-codes.ts';

/** Where a decided event stands in reports; a row of `report_event`. */
export type ReportRow = {
  readonly tenant_id: string;
  readonly environment_id: string;
  readonly kind: number;
  readonly event_id: string;
  readonly hour: string;
  readonly decision: number;
  readonly rule: number;
  readonly clause: number;
  readonly country: number;
  readonly currency: number;
  readonly score: number;
  readonly label: number;
  readonly status: number;
  readonly bank: number;
  readonly chargeback: boolean;
  readonly refunded: boolean;
  readonly label_after: number | null;
  readonly chargeback_after: number | null;
  readonly amount_units: number;
  readonly hits: readonly number[];
  /** The rule of each hit; 0 for one of a post-decision action. */
  readonly hit_rules: readonly number[];
  /** Report fields that it has a value of. */
  readonly fields: readonly number[];
  /** The value of each; `OTHER_VALUES_CODE` for one that is not told apart. */
  readonly field_values: readonly number[];
  /** The hit that decided; 0 where none did. */
  readonly decided_by: number;
  /** Of a purchase that the control share may let pass. */
  readonly control_probability: number | null;
  /** Of one that passed, what would have been decided, by which rule and clause; 0 of others. */
  readonly control_decision: number | null;
  readonly control_rule: number;
  readonly control_hit: number;
};

/** Columns that tell the cells of each table apart. */
const CELLS = {
  report_hour: ['hour', 'decision', 'rule', 'clause', 'currency'],
  report_day: ['day', 'decision', 'rule', 'clause', 'score', 'currency'],
  report_dimension_day: ['dimension', 'day', 'value', 'decided', 'decision', 'score', 'controlled', 'currency'],
  report_overlap_day: ['day', 'rule', 'other_rule', 'label'],
  report_label_day: ['day', 'label', 'label_after', 'currency'],
} as const;
const PLACE = ['tenant_id', 'environment_id', 'kind'] as const;
const OUTCOME = ['label', 'status', 'bank', 'chargeback', 'refunded'] as const;
type CellTable = keyof typeof CELLS;
export const CELL_TABLES = Object.keys(CELLS) as readonly CellTable[];

const keyColumns = (table: CellTable): readonly string[] => [
  ...PLACE,
  ...CELLS[table],
  ...(table === 'report_label_day' || table === 'report_overlap_day' ? [] : OUTCOME),
];

export const dayOf = (hour: string): string => new Date(Math.floor(Date.parse(hour) / DAY_MS) * DAY_MS).toISOString();

const rulesOf = ({ hit_rules }: ReportRow): readonly number[] => [...new Set(hit_rules)].filter((rule) => rule !== 0);

type OneValue = {
  readonly dimension: number;
  readonly value: number;
  readonly decided: boolean;
  readonly score: number;
  readonly controlled: boolean;
};

/** The country of an event, every clause and rule that was hit, once, and the values of its report fields. */
const valuesOf = (row: ReportRow): readonly OneValue[] => {
  const { country, hits, decided_by: decidedBy } = row;
  const deciding = decidedBy === 0 ? undefined : row.hit_rules[hits.indexOf(decidedBy)];
  const scored = { score: wideBin(row.score), controlled: row.control_probability !== null };
  return [
    { ...scored, dimension: DIMENSION_CODES.country, value: country, decided: false },
    ...[...new Set(hits)].map((hit) => ({
      ...scored,
      dimension: DIMENSION_CODES.hit,
      value: hit,
      decided: hit === decidedBy,
    })),
    ...rulesOf(row).map((rule) => ({
      ...scored,
      dimension: DIMENSION_CODES.hitRule,
      value: rule,
      decided: rule === deciding,
    })),
    // Without scores, so that few cells hold many events.
    ...row.fields.map((field, at) => ({
      dimension: fieldDimensionCode(field),
      value: row.field_values[at] ?? 0,
      decided: false,
      score: NO_BIN,
      controlled: false,
    })),
  ];
};

/** Every two of the rules that were hit, in the order of their numbers; one alone stands beside none. */
const pairsOf = (row: ReportRow): readonly (readonly [number, number])[] => {
  const rules = rulesOf(row).toSorted((a, b) => a - b);
  if (rules.length === 1) return rules.map((rule) => [rule, NO_OTHER_RULE] as const);
  return rules.flatMap((rule, at) => rules.slice(at + 1).map((other) => [rule, other] as const));
};

/** Every cell that an event is counted in. */
const cellsOf = (row: ReportRow): readonly (readonly [CellTable, Cell])[] => {
  const { tenant_id, environment_id, kind, hour, decision, rule, clause, currency, score } = row;
  const place = { tenant_id, environment_id, kind };
  const { label, status, bank, chargeback, refunded, label_after } = row;
  const day = dayOf(hour);
  const decided = { ...place, decision, currency, label, status, bank, chargeback, refunded };
  return [
    ['report_hour', { ...decided, hour, rule, clause }],
    ['report_day', { ...decided, day, rule, clause, score }],
    ...valuesOf(row).map((value): readonly [CellTable, Cell] => [
      'report_dimension_day',
      { ...decided, ...value, day },
    ]),
    ...pairsOf(row).map(([first, other]): readonly [CellTable, Cell] => [
      'report_overlap_day',
      { ...place, day, rule: first, other_rule: other, label },
    ]),
    ...(label === LABEL_CODES.None || label_after === null
      ? []
      : [['report_label_day', { ...place, day, label, label_after, currency }] as const]),
  ];
};

/** Changes of sums that events make together: what goes out of one cell and into another. */
export type CellChanges = {
  /** @param sign 1 puts the event into its cells, -1 takes it out. */
  readonly add: (row: ReportRow, sign: 1 | -1) => void;
  readonly save: (client: pg.ClientBase) => Promise<void>;
};

export const cellChanges = (): CellChanges => {
  const sums = cellSums(Object.fromEntries(CELL_TABLES.map((table) => [table, keyColumns(table)])));
  return {
    add: (row, sign) => {
      for (const [table, cell] of cellsOf(row)) sums.add(table, cell, sign, row.amount_units);
    },
    save: sums.save,
  };
};
