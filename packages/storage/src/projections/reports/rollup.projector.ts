import { kindFacts } from '@redoubt/domain';
import { MINUTE_MS } from '@redoubt/kernel';
import type pg from 'pg';
import { insertRows, type InsertRows } from '../../database/insert-rows.ts';
import type { RowColumns } from '../../database/rows-parameter.ts';
import { isAssessment, kindCodeOf, type StoredHead, type StoredRelated } from '../../log/log-event.ts';
import { statusIn } from '../../log/stated-status.ts';
import { amountUnits } from '../amounts.ts';
import { LATENCY_BUCKETS, latencyBucket } from './latency-histogram.ts';
import { monitorValues } from './monitor-values.ts';
import type { NameOf } from './cell-sums.ts';
import type { Projector } from '../projector.ts';
import { verdictOf } from '../related-merge.ts';

type Cell = {
  readonly tenant_id: string;
  readonly environment_id: string;
  /** Milliseconds since 1970. */
  readonly minute: number;
  readonly kind: number;
  /** The decision of an assessment, the verdict of a label, the status that others tell; empty where they tell none. */
  readonly decision: string;
  readonly rule: string;
  readonly clause: string;
  readonly currency: string;
  events: number;
  amount_units: number;
  readonly latency: number[];
};

/** A sum of cells, without currency, amount and latency. */
type QuarterCell = Pick<Cell, 'tenant_id' | 'environment_id' | 'kind' | 'decision' | 'rule' | 'clause' | 'events'> & {
  /** Milliseconds since 1970. */
  readonly quarter: number;
};

type HitCell = {
  readonly tenant_id: string;
  readonly environment_id: string;
  readonly rule_id: string;
  /** Milliseconds since 1970. */
  readonly minute: number;
  readonly decision: string;
  hits: number;
};

type ValueCell = {
  readonly tenant_id: string;
  readonly environment_id: string;
  readonly kind: number;
  /** Milliseconds since 1970. */
  readonly minute: number;
  readonly dimension: number;
  readonly value: string;
  events: number;
};

type QuarterValueCell = Omit<ValueCell, 'minute'> & {
  /** Milliseconds since 1970. */
  readonly quarter: number;
};

/** Codes have three letters; what a caller sends may be anything, and it is part of a key. */
const MAX_CURRENCY_CHARACTERS = 8;
/** Statuses of the schemas have at most 21. */
const MAX_STATUS_CHARACTERS = 40;

/** Width of the coarser counts, in milliseconds. */
export const QUARTER_MS = 15 * MINUTE_MS;

const minuteOf = (event: StoredHead): number => Math.floor(event.receivedAtMs / MINUTE_MS) * MINUTE_MS;

/** What a later event says in a word: the verdict of a label, the status of others; empty where it says none. */
const saidBy = ({ kind, facts: { body } }: StoredRelated): string =>
  kindFacts(kind).role === 'label' ? verdictOf(body) : (statusIn(body)?.slice(0, MAX_STATUS_CHARACTERS) ?? '');

const keyOfPlace = (place: object): string => Object.values(place).join('\0');

const dimensions = (event: StoredHead): Omit<Cell, 'events' | 'amount_units' | 'latency'> => {
  const place = {
    tenant_id: event.tenantId,
    environment_id: event.environmentId,
    minute: minuteOf(event),
    kind: kindCodeOf(event.kind),
  };
  if (!isAssessment(event)) {
    return { ...place, decision: saidBy(event), rule: '', clause: '', currency: '' };
  }
  const { facts } = event;
  return {
    ...place,
    decision: facts.decision,
    rule: facts.rule ?? '',
    clause: facts.clause ?? '',
    currency: (facts.currency ?? '').slice(0, MAX_CURRENCY_CHARACTERS),
  };
};

const addEvent = (cells: Map<string, Cell>, event: StoredHead): void => {
  const place = dimensions(event);
  const key = keyOfPlace(place);
  let cell = cells.get(key);
  if (cell === undefined) {
    cell = { ...place, events: 0, amount_units: 0, latency: Array.from({ length: LATENCY_BUCKETS }, () => 0) };
    cells.set(key, cell);
  }
  cell.events += 1;
  if (!isAssessment(event)) return;
  cell.amount_units += amountUnits(event.facts.amount) ?? 0;
  if (event.facts.latencyUs !== null) {
    const bucket = latencyBucket(event.facts.latencyUs);
    cell.latency[bucket] = (cell.latency[bucket] ?? 0) + 1;
  }
};

const addHits = (cells: Map<string, HitCell>, event: StoredHead): void => {
  if (!isAssessment(event)) return;
  for (const hit of event.facts.hits) {
    const place = {
      tenant_id: event.tenantId,
      environment_id: event.environmentId,
      rule_id: hit.ruleId,
      minute: minuteOf(event),
      decision: hit.decision ?? '',
    };
    const key = keyOfPlace(place);
    const cell = cells.get(key) ?? { ...place, hits: 0 };
    cell.hits += 1;
    cells.set(key, cell);
  }
};

const addValues = (cells: Map<string, ValueCell>, event: StoredHead): void => {
  if (!isAssessment(event)) return;
  for (const [dimension, value] of monitorValues(event)) {
    const place = {
      tenant_id: event.tenantId,
      environment_id: event.environmentId,
      kind: kindCodeOf(event.kind),
      minute: minuteOf(event),
      dimension,
      value,
    };
    const key = keyOfPlace(place);
    const cell = cells.get(key) ?? { ...place, events: 0 };
    cell.events += 1;
    cells.set(key, cell);
  }
};

const quarterOf = (minute: number): number => Math.floor(minute / QUARTER_MS) * QUARTER_MS;

/** Adds up cells that share a place in coarser counts. */
const coarser = <Fine extends { readonly events: number }, Place extends object>(
  cells: ReadonlyMap<string, Fine>,
  placeOf: (cell: Fine) => Place,
): ReadonlyMap<string, Place & { readonly events: number }> => {
  const sums = new Map<string, Place & { readonly events: number }>();
  for (const cell of cells.values()) {
    const place = placeOf(cell);
    const key = keyOfPlace(place);
    sums.set(key, { ...place, events: (sums.get(key)?.events ?? 0) + cell.events });
  }
  return sums;
};

const quarterCell = (cell: Cell): Omit<QuarterCell, 'events'> => {
  const { tenant_id, environment_id, kind, minute, decision, rule, clause } = cell;
  return { tenant_id, environment_id, kind, quarter: quarterOf(minute), decision, rule, clause };
};

const quarterValueCell = (cell: ValueCell): Omit<QuarterValueCell, 'events'> => {
  const { tenant_id, environment_id, kind, minute, dimension, value } = cell;
  return { tenant_id, environment_id, kind, quarter: quarterOf(minute), dimension, value };
};

/** Adds cells to a table of counts; each stands once among them. */
type SaveCells<Row> = (client: pg.ClientBase, table: string, cells: ReadonlyMap<string, Row>) => Promise<void>;

const saving = <Row>(columns: RowColumns<Row>, ending: string): SaveCells<Row> => {
  const tables = new Map<string, InsertRows<Row>>();
  return async (client, table, cells) => {
    if (cells.size === 0) return;
    const insert = tables.get(table) ?? insertRows<Row>(`rollup-${table}`, `${table} as r`, columns, ending);
    tables.set(table, insert);
    await client.query(insert.statement([...cells.values()]));
  };
};

const saveCells = saving<Cell>(
  {
    tenant_id: 'uuid',
    environment_id: 'uuid',
    minute: 'timestamptz',
    kind: 'int2',
    decision: 'text',
    rule: 'text',
    clause: 'text',
    currency: 'text',
    events: 'int4',
    amount_units: 'int8',
    latency: 'int4[]',
  },
  `on conflict (tenant_id, environment_id, minute, kind, decision, rule, clause, currency) do update
    set events = r.events + excluded.events, amount_units = r.amount_units + excluded.amount_units,
        latency = add_histograms(r.latency, excluded.latency)`,
);

const saveHits = saving<HitCell>(
  {
    tenant_id: 'uuid',
    environment_id: 'uuid',
    rule_id: 'uuid',
    minute: 'timestamptz',
    decision: 'text',
    hits: 'int4',
  },
  `on conflict (tenant_id, environment_id, rule_id, minute, decision) do update set hits = r.hits + excluded.hits`,
);

const saveValues = saving<ValueCell>(
  {
    tenant_id: 'uuid',
    environment_id: 'uuid',
    kind: 'int2',
    minute: 'timestamptz',
    dimension: 'int2',
    value: 'text',
    events: 'int4',
  },
  `on conflict (tenant_id, environment_id, kind, minute, dimension, value) do update
    set events = r.events + excluded.events`,
);

const saveQuarters = saving<QuarterCell>(
  {
    tenant_id: 'uuid',
    environment_id: 'uuid',
    kind: 'int2',
    quarter: 'timestamptz',
    decision: 'text',
    rule: 'text',
    clause: 'text',
    events: 'int4',
  },
  `on conflict (tenant_id, environment_id, kind, quarter, decision, rule, clause) do update
    set events = r.events + excluded.events`,
);

const saveQuarterValues = saving<QuarterValueCell>(
  {
    tenant_id: 'uuid',
    environment_id: 'uuid',
    kind: 'int2',
    quarter: 'timestamptz',
    dimension: 'int2',
    value: 'text',
    events: 'int4',
  },
  `on conflict (tenant_id, environment_id, kind, quarter, dimension, value) do update
    set events = r.events + excluded.events`,
);

/** Adds events to the counts per minute and quarter of an hour; historical ones are no live traffic and stay out. */
export const addToRollups = async (
  client: pg.ClientBase,
  events: readonly StoredHead[],
  nameOf: NameOf = (table) => table,
): Promise<void> => {
  const cells = new Map<string, Cell>();
  const hits = new Map<string, HitCell>();
  const values = new Map<string, ValueCell>();
  for (const event of events) {
    if (event.historical) continue;
    addEvent(cells, event);
    addHits(hits, event);
    addValues(values, event);
  }
  await saveCells(client, nameOf('rollup_minute'), cells);
  await saveHits(client, nameOf('rule_hit_minute'), hits);
  await saveValues(client, nameOf('rollup_value_minute'), values);
  await saveQuarters(client, nameOf('rollup_quarter'), coarser(cells, quarterCell));
  await saveQuarterValues(client, nameOf('rollup_value_quarter'), coarser(values, quarterValueCell));
};

/** Counts per minute and quarter of an hour of receipt, for dashboards and hit counts. */
export const rollupProjector: Projector = {
  name: 'rollup',
  gathers: true,
  tables: ['rollup_minute', 'rule_hit_minute', 'rollup_value_minute', 'rollup_quarter', 'rollup_value_quarter'],
  apply: (client, events) => addToRollups(client, events),
};
