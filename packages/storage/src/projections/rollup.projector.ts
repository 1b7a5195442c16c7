import { kindFacts } from '@redoubt/domain';
import { MINUTE_MS } from '@redoubt/kernel';
import type pg from 'pg';
import { isAssessment, kindCodeOf, type StoredHead, type StoredRelated } from '../log/log-event.ts';
import { statusIn } from '../log/told-status.ts';
import { amountUnits } from './amounts.ts';
import { LATENCY_BUCKETS, latencyBucket } from './latency-histogram.ts';
import { monitorValues } from './monitor-values.ts';
import type { Projector } from './projector.ts';
import { verdictOf } from './related-merge.ts';

type Cell = {
  readonly tenant_id: string;
  readonly environment_id: string;
  readonly minute: string;
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

type HitCell = {
  readonly tenant_id: string;
  readonly environment_id: string;
  readonly rule_id: string;
  readonly minute: string;
  readonly decision: string;
  hits: number;
};

type ValueCell = {
  readonly tenant_id: string;
  readonly environment_id: string;
  readonly kind: number;
  readonly minute: string;
  readonly dimension: number;
  readonly value: string;
  events: number;
};

/** Codes have three letters; what a caller sends may be anything, and it is part of a key. */
const MAX_CURRENCY_CHARACTERS = 8;
/** Statuses of the schemas have at most 21. */
const MAX_STATUS_CHARACTERS = 40;

const minuteOf = (event: StoredHead): string =>
  new Date(Math.floor(event.receivedAtMs / MINUTE_MS) * MINUTE_MS).toISOString();

/** What a later event says in a word: the verdict of a label, the status of others; empty where it says none. */
const saidBy = ({ kind, facts: { body } }: StoredRelated): string =>
  kindFacts(kind).role === 'label' ? verdictOf(body) : (statusIn(body)?.slice(0, MAX_STATUS_CHARACTERS) ?? '');

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
  const key = JSON.stringify(Object.values(place));
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
    const key = JSON.stringify(Object.values(place));
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
    const key = JSON.stringify(Object.values(place));
    const cell = cells.get(key) ?? { ...place, events: 0 };
    cell.events += 1;
    cells.set(key, cell);
  }
};

const saveCells = (client: pg.ClientBase, cells: readonly Cell[]) =>
  client.query(
    `insert into rollup_minute as r
     select x.* from jsonb_populate_recordset(null::rollup_minute, $1::jsonb) as x
     on conflict (tenant_id, environment_id, minute, kind, decision, rule, clause, currency) do update
       set events = r.events + excluded.events, amount_units = r.amount_units + excluded.amount_units,
           latency = add_histograms(r.latency, excluded.latency)`,
    [JSON.stringify(cells)],
  );

const saveHits = (client: pg.ClientBase, cells: readonly HitCell[]) =>
  client.query(
    `insert into rule_hit_minute as r
     select x.* from jsonb_populate_recordset(null::rule_hit_minute, $1::jsonb) as x
     on conflict (tenant_id, environment_id, rule_id, minute, decision) do update set hits = r.hits + excluded.hits`,
    [JSON.stringify(cells)],
  );

const saveValues = (client: pg.ClientBase, cells: readonly ValueCell[]) =>
  client.query(
    `insert into rollup_value_minute as r
     select x.* from jsonb_populate_recordset(null::rollup_value_minute, $1::jsonb) as x
     on conflict (tenant_id, environment_id, kind, minute, dimension, value) do update
       set events = r.events + excluded.events`,
    [JSON.stringify(cells)],
  );

/** Counts per minute of receipt, for dashboards and hit counts. Historical events are no live traffic and stay out. */
export const rollupProjector: Projector = {
  name: 'rollup',
  tables: ['rollup_minute', 'rule_hit_minute', 'rollup_value_minute'],
  apply: async (client, events) => {
    const cells = new Map<string, Cell>();
    const hits = new Map<string, HitCell>();
    const values = new Map<string, ValueCell>();
    for (const event of events) {
      if (event.historical) continue;
      addEvent(cells, event);
      addHits(hits, event);
      addValues(values, event);
    }
    if (cells.size > 0) await saveCells(client, [...cells.values()]);
    if (hits.size > 0) await saveHits(client, [...hits.values()]);
    if (values.size > 0) await saveValues(client, [...values.values()]);
  },
};
