import { DAY_MS } from '@redoubt/kernel';
import type pg from 'pg';
import { cellPart, cellSums, type Cell, type CellSums, type Change, type NameOf, type SumTables } from './cell-sums.ts';
import { DIMENSION_CODES, fieldDimensionCode, LABEL_CODES, NO_BIN, NO_OTHER_RULE, wideBin } from './report-codes.ts';
import { FIGURE_TABLE, figureRows, saveFigures } from './report-figures.ts';
import { HIT_TABLE, hitRows, saveHits } from './report-hits.ts';

/** Where a decided event stands in reports; a row of `report_event`. */
export type ReportRow = {
  readonly tenant_id: string;
  readonly environment_id: string;
  readonly kind: number;
  readonly event_id: string;
  /** Milliseconds since 1970. */
  readonly hour: number;
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
  /** The value of each; `OTHER_VALUES_CODE` for one that is not distinguished. */
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
  report_total_hour: ['hour', 'decision', 'currency'],
  report_hour: ['hour', 'decision', 'rule', 'clause', 'currency'],
  report_day: ['day', 'decision', 'rule', 'clause', 'score', 'currency'],
  report_dimension_day: ['dimension', 'day', 'value', 'decided', 'decision', 'score', 'controlled', 'currency'],
  report_overlap_day: ['day', 'rule', 'other_rule', 'label'],
  report_label_day: ['day', 'label', 'label_after', 'currency'],
  report_chargeback_day: ['day', 'chargeback_after', 'decision', 'currency', 'label', 'status', 'bank', 'refunded'],
} as const;
const PLACE = ['tenant_id', 'environment_id', 'kind'] as const;
const OUTCOME = ['label', 'status', 'bank', 'chargeback', 'refunded'] as const;
type CellTable = keyof typeof CELLS;
export const CELL_TABLES: readonly string[] = [...Object.keys(CELLS), FIGURE_TABLE, HIT_TABLE];

const TYPES = {
  tenant_id: 'uuid',
  environment_id: 'uuid',
  kind: 'int2',
  hour: 'timestamptz',
  day: 'timestamptz',
  dimension: 'int4',
  value: 'int4',
  decided: 'boolean',
  decision: 'int2',
  rule: 'int4',
  other_rule: 'int4',
  clause: 'int4',
  score: 'int2',
  controlled: 'boolean',
  currency: 'int4',
  label: 'int2',
  label_after: 'int2',
  chargeback_after: 'int2',
  status: 'int4',
  bank: 'int2',
  chargeback: 'boolean',
  refunded: 'boolean',
} as const;
type Column = keyof typeof TYPES;

/** Tables that name what they know of an outcome themselves. */
const OWN_OUTCOME: ReadonlySet<CellTable> = new Set([
  'report_label_day',
  'report_overlap_day',
  'report_chargeback_day',
]);

const keyColumns = (table: CellTable): readonly Column[] => [
  ...PLACE,
  ...CELLS[table],
  ...(OWN_OUTCOME.has(table) ? [] : OUTCOME),
];

export const dayOf = (hourMs: number): number => Math.floor(hourMs / DAY_MS) * DAY_MS;

const rulesOf = ({ hit_rules }: ReportRow): readonly number[] => [...new Set(hit_rules)].filter((rule) => rule !== 0);

type OneValue = {
  readonly dimension: number;
  readonly value: number;
  readonly decided: boolean;
  readonly score: number;
  readonly controlled: boolean;
};

/** Of countries and report fields no scores are asked for; without them few cells hold many events. */
const UNSCORED = { decided: false, score: NO_BIN, controlled: false };

/** The country of an event, every clause and rule that was hit, once, and the values of its report fields. */
const valuesOf = (row: ReportRow): readonly OneValue[] => {
  const { country, hits, decided_by: decidedBy } = row;
  const deciding = decidedBy === 0 ? undefined : row.hit_rules[hits.indexOf(decidedBy)];
  const scored = { score: wideBin(row.score), controlled: row.control_probability !== null };
  const values: OneValue[] = [{ ...UNSCORED, dimension: DIMENSION_CODES.country, value: country }];
  for (const hit of new Set(hits)) {
    values.push({ ...scored, dimension: DIMENSION_CODES.hit, value: hit, decided: hit === decidedBy });
  }
  for (const rule of rulesOf(row)) {
    values.push({ ...scored, dimension: DIMENSION_CODES.hitRule, value: rule, decided: rule === deciding });
  }
  for (const [at, field] of row.fields.entries()) {
    values.push({ ...UNSCORED, dimension: fieldDimensionCode(field), value: row.field_values[at] ?? 0 });
  }
  return values;
};

/** Every two of the rules that were hit, in the order of their numbers; one alone stands beside none. */
const pairsOf = (row: ReportRow): readonly (readonly [number, number])[] => {
  const rules = rulesOf(row).toSorted((a, b) => a - b);
  if (rules.length === 1) return rules.map((rule) => [rule, NO_OTHER_RULE] as const);
  return rules.flatMap((rule, at) => rules.slice(at + 1).map((other) => [rule, other] as const));
};

/** Changes of sums that events make together: what goes out of one cell and into another. */
export type CellChanges = {
  /** @param sign 1 puts the event into its cells, -1 takes it out. */
  readonly add: (row: ReportRow, sign: 1 | -1) => void;
  /** @param nameOf the table that holds the sums of one; itself where absent. */
  readonly save: (client: pg.ClientBase, nameOf?: NameOf) => Promise<void>;
};

const typesOf = (table: CellTable): SumTables[string] =>
  Object.fromEntries(keyColumns(table).map((column) => [column, TYPES[column]]));

const reportSums = cellSums(
  Object.fromEntries((Object.keys(CELLS) as CellTable[]).map((table) => [table, typesOf(table)])),
);

/** A short number for each long text, so that keys of cells are short. */
const numbering = (): ((text: string) => number) => {
  const numbers = new Map<string, number>();
  return (text) => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };
};

/** Sums over all rules follow from finer ones: cells are fewer than events. */
const addTotals = (sums: CellSums): void => {
  const add = (table: CellTable, cell: Cell, { events, units }: Change): void =>
    sums.add(table, Object.values(cell).join('/'), () => cell, events, units);
  for (const change of sums.changesOf('report_hour')) {
    add('report_total_hour', cellPart(change.cell, [...PLACE, 'hour', 'decision', 'currency', ...OUTCOME]), change);
  }
  const total = { ...UNSCORED, dimension: DIMENSION_CODES.total, value: 0 };
  for (const change of sums.changesOf('report_day')) {
    const cell = cellPart(change.cell, [...PLACE, 'day', 'decision', 'currency', ...OUTCOME]);
    add('report_dimension_day', { ...cell, ...total }, change);
  }
};

export const cellChanges = (): CellChanges => {
  const sums = reportSums();
  const numberOf = numbering();
  return {
    add: (row, sign) => {
      const { tenant_id, environment_id, kind, hour, decision, rule, clause, currency, score } = row;
      const { label, status, bank, chargeback, refunded, label_after, chargeback_after } = row;
      const [day, units] = [dayOf(hour), BigInt(sign * row.amount_units)];
      const place = { tenant_id, environment_id, kind };
      const placed = numberOf(`${tenant_id}/${environment_id}/${kind}/${day}`);
      const decided = { ...place, decision, currency, label, status, bank, chargeback, refunded };
      const stands = numberOf(`${placed}/${decision}/${currency}/${label}/${status}/${bank}/${chargeback}/${refunded}`);
      const count = (table: CellTable, key: string, cell: () => Cell): void => sums.add(table, key, cell, sign, units);
      count('report_hour', `${stands}/${hour}/${rule}/${clause}`, () => ({ ...decided, hour, rule, clause }));
      count('report_day', `${stands}/${rule}/${clause}/${score}`, () => ({ ...decided, day, rule, clause, score }));
      for (const one of valuesOf(row)) {
        const key = `${stands}/${one.dimension}/${one.value}/${one.decided}/${one.score}/${one.controlled}`;
        count('report_dimension_day', key, () => ({ ...decided, ...one, day }));
      }
      for (const [first, other] of pairsOf(row)) {
        count('report_overlap_day', `${placed}/${first}/${other}/${label}`, () => ({
          ...place,
          day,
          rule: first,
          other_rule: other,
          label,
        }));
      }
      if (chargeback && chargeback_after !== null) {
        const { chargeback: _, ...known } = decided;
        count('report_chargeback_day', `${stands}/${chargeback_after}`, () => ({ ...known, day, chargeback_after }));
      }
      if (label === LABEL_CODES.None || label_after === null) return;
      count('report_label_day', `${placed}/${label}/${label_after}/${currency}`, () => ({
        ...place,
        day,
        label,
        label_after,
        currency,
      }));
    },
    save: async (client, nameOf) => {
      addTotals(sums);
      await sums.save(client, nameOf);
      await saveFigures(client, figureRows(sums.changesOf), nameOf);
      await saveHits(client, hitRows(sums.changesOf('report_dimension_day')), nameOf);
    },
  };
};
