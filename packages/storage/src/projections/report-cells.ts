import { DAY_MS } from '@redoubt/kernel';
import type pg from 'pg';
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

type Cell = Readonly<Record<string, string | number | boolean>>;

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

type Change = { readonly cell: Cell; events: number; units: bigint };

/** Changes of sums that events make together: what goes out of one cell and into another. */
export type CellChanges = {
  /** @param sign 1 puts the event into its cells, -1 takes it out. */
  readonly add: (row: ReportRow, sign: 1 | -1) => void;
  readonly save: (client: pg.ClientBase) => Promise<void>;
};

const saveTable = async (client: pg.ClientBase, table: CellTable, changes: readonly Change[]): Promise<void> => {
  // What sums to nothing changes nothing; rows in one order, so that what is written does not depend on the order of events.
  const cells = changes
    .filter(({ events, units }) => events !== 0 || units !== 0n)
    .map(({ cell, events, units }) => ({ ...cell, events, amount_units: String(units) }));
  if (cells.length === 0) return;
  const columns = keyColumns(table);
  await client.query(
    `insert into ${table} as c select x.* from jsonb_populate_recordset(null::${table}, $1::jsonb) as x
     on conflict (${columns.join(', ')}) do update
       set events = c.events + excluded.events, amount_units = c.amount_units + excluded.amount_units`,
    [JSON.stringify(cells)],
  );
  const reduced = cells.filter(({ events }) => events < 0);
  if (reduced.length === 0) return;
  // An empty cell is one that never was: a rebuild does not make it.
  await client.query(
    `delete from ${table} c using jsonb_populate_recordset(null::${table}, $1::jsonb) as x
      where ${columns.map((column) => `c.${column} = x.${column}`).join(' and ')} and c.events = 0`,
    [JSON.stringify(reduced)],
  );
};

export const cellChanges = (): CellChanges => {
  const tables = new Map(CELL_TABLES.map((table) => [table, new Map<string, Change>()]));
  return {
    add: (row, sign) => {
      for (const [table, cell] of cellsOf(row)) {
        const changes = tables.get(table) ?? new Map<string, Change>();
        const key = keyColumns(table)
          .map((column) => cell[column])
          .join('/');
        const change = changes.get(key) ?? { cell, events: 0, units: 0n };
        change.events += sign;
        change.units += BigInt(sign * row.amount_units);
        changes.set(key, change);
      }
    },
    save: async (client) => {
      for (const [table, changes] of tables) await saveTable(client, table, [...changes.values()]);
    },
  };
};
