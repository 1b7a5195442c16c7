import { DAY_MS } from '@redoubt/kernel';
import type pg from 'pg';
import { DIMENSION_CODES, LABEL_CODES, wideBin } from './report-codes.ts';

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
};

/** Columns that tell the cells of each table apart. */
const CELLS = {
  report_hour: ['hour', 'decision', 'rule', 'clause', 'currency'],
  report_day: ['day', 'decision', 'rule', 'clause', 'score', 'currency'],
  report_dimension_day: ['dimension', 'day', 'value', 'decision', 'score', 'currency'],
  report_label_day: ['day', 'label', 'label_after'],
} as const;
const PLACE = ['tenant_id', 'environment_id', 'kind'] as const;
const OUTCOME = ['label', 'status', 'bank', 'chargeback', 'refunded'] as const;
type CellTable = keyof typeof CELLS;
export const CELL_TABLES = Object.keys(CELLS) as readonly CellTable[];

const keyColumns = (table: CellTable): readonly string[] => [
  ...PLACE,
  ...CELLS[table],
  ...(table === 'report_label_day' ? [] : OUTCOME),
];

type Cell = Readonly<Record<string, string | number | boolean>>;

export const dayOf = (hour: string): string => new Date(Math.floor(Date.parse(hour) / DAY_MS) * DAY_MS).toISOString();

/** Every cell that an event is counted in. */
const cellsOf = (row: ReportRow): readonly (readonly [CellTable, Cell])[] => {
  const { tenant_id, environment_id, kind, hour, decision, rule, clause, country, currency, score, hits } = row;
  const place = { tenant_id, environment_id, kind };
  const { label, status, bank, chargeback, refunded, label_after } = row;
  const day = dayOf(hour);
  const decided = { ...place, decision, currency, label, status, bank, chargeback, refunded };
  const values = [
    [DIMENSION_CODES.country, country] as const,
    ...[...new Set(hits)].map((hit) => [DIMENSION_CODES.hit, hit] as const),
  ];
  return [
    ['report_hour', { ...decided, hour, rule, clause }],
    ['report_day', { ...decided, day, rule, clause, score }],
    ...values.map(([dimension, value]): readonly [CellTable, Cell] => [
      'report_dimension_day',
      { ...decided, dimension, day, value, score: wideBin(score) },
    ]),
    ...(label === LABEL_CODES.None || label_after === null
      ? []
      : [['report_label_day', { ...place, day, label, label_after }] as const]),
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
