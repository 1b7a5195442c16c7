import {
  fail,
  GRAPH_HUB_EVENTS,
  isDrawnGraphKind,
  isStandardGraphKind,
  MAX_GRAPH_EVENTS,
  ownPathOf,
  ownSearchField,
  type Decision,
  type DrawnGraphKind,
  type FollowedGraphKind,
  type GraphKind,
  type LoggedAssessmentKind,
  type OwnSearchField,
  type StandardGraphKind,
} from '@redoubt/domain';
import { fromMoneyUnits, type Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { Database, TenantTransaction } from '../database/database.ts';
import { kindCodeOf, kindOfCode } from '../log/log-event.ts';
import { graphValue } from '../graph/graph-step.ts';
import { LINK_ATTRIBUTES, linkValues, normaliseLink, type LinkedValues } from '../projections/search/links.ts';
import type { FraudLabel } from '../schema/events/projection-tables.ts';
import { checkRange, type Scope } from './search-query.ts';
import { textOf } from './link-conditions.ts';
import { readValueLabels } from './value-labels.read-model.ts';
import { valueRows, type WantedValue } from './value-rows.ts';

/** Where a question about the graph starts: a value, or the values of an event. */
export type GraphSeed =
  | { readonly of: 'value'; readonly kind: FollowedGraphKind; readonly value: string }
  | { readonly of: 'event'; readonly eventKind: LoggedAssessmentKind; readonly eventId: string };

/** A text that environments made searchable, with the kinds of events that have it. */
export type GraphOwnKind = { readonly field: OwnSearchField; readonly eventKinds: readonly LoggedAssessmentKind[] };

export type GraphQuery = {
  readonly seed: GraphSeed;
  /** Kinds of the product that are followed. */
  readonly kinds: readonly StandardGraphKind[];
  /** Kinds that are drawn and not followed. */
  readonly drawnKinds: readonly DrawnGraphKind[];
  readonly ownKinds: readonly GraphOwnKind[];
  /** Event time, inclusive. */
  readonly from: Date;
  /** Event time, exclusive. */
  readonly to: Date;
  /** How many times the events of values, and the values of those, are read. */
  readonly steps: number;
  readonly maxNodes: number;
};

export type GraphNode = {
  readonly kind: GraphKind;
  readonly value: string;
  readonly name: string | null;
  readonly steps: number;
  readonly isFollowed: boolean;
  /** What labels say of the value itself, whatever its events are. */
  readonly fraudLabel: FraudLabel;
};

export type GraphEvent = {
  readonly environmentId: Id;
  readonly kind: LoggedAssessmentKind;
  readonly eventId: string;
  readonly eventTime: Date;
  readonly decision: Decision;
  readonly fraudLabel: FraudLabel;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly case: { readonly id: Id; readonly queueId: Id; readonly isOpen: boolean } | null;
  /** Places in `nodes`. */
  readonly nodes: readonly number[];
};

export type Graph = {
  readonly nodes: readonly GraphNode[];
  /** Newest first. */
  readonly events: readonly GraphEvent[];
  readonly seeds: readonly number[];
  readonly isCut: boolean;
};

type EventRow = {
  readonly environment_id: Id;
  readonly position: number;
  readonly kind: number;
  readonly event_id: string;
  readonly event_time: Date;
  readonly decision: Decision;
  readonly fraud_label: FraudLabel;
  readonly amount_units: number | null;
  readonly currency: string | null;
  readonly user_id: string | null;
  readonly user_name: string | null;
  readonly email: string | null;
  readonly ip_address: string | null;
  readonly device_id: string | null;
  readonly payment_instrument_id: string | null;
  readonly linked_values: LinkedValues | null;
  readonly own: Readonly<Record<string, readonly unknown[]>> | null;
  readonly case_id: Id | null;
  readonly queue_id: Id;
  readonly is_open: boolean;
};

/** An event that has the value at the place `name` of those asked for. */
type HitRow = EventRow & { readonly name: number };

type Value = { readonly kind: GraphKind; readonly value: string };

const COLUMN_OF = {
  userId: 'user_id',
  email: 'email',
  deviceId: 'device_id',
  paymentInstrumentId: 'payment_instrument_id',
  ipAddress: 'ip_address',
} as const satisfies Record<StandardGraphKind, keyof EventRow>;

/** By what a value is found again; those that are only drawn as the graph of rules compares them. */
const keyOf = ({ kind, value }: Value): string => `${kind} ${isDrawnGraphKind(kind) ? graphValue(kind, value) : value}`;

const EVENT_COLUMNS = sql`s.environment_id, s.position, s.kind, s.event_id, s.event_time, s.decision, s.fraud_label,
  s.amount_units, s.currency, s.user_id, s.user_name, s.email, s.ip_address, s.device_id, s.payment_instrument_id, s.linked_values,
  s.own,
  c.case_id, c.queue_id, c.outcome is null as is_open`;

/** Joins events `s` with their cases, as `c`. */
const WITH_CASES = sql`left join review_case c on c.tenant_id = s.tenant_id and c.environment_id = s.environment_id
   and c.kind = s.kind and c.event_id = s.event_id`;

const wantedOf = (values: readonly Value[], ownKinds: readonly GraphOwnKind[]): readonly WantedValue<number>[] =>
  values.flatMap(({ kind, value: v }, name): readonly WantedValue<number>[] => {
    if (isStandardGraphKind(kind)) return [{ name, a: LINK_ATTRIBUTES[kind], v }];
    if (isDrawnGraphKind(kind)) return [];
    const eventKinds = ownKinds.find(({ field }) => field === kind)?.eventKinds ?? [];
    return eventKinds.map((each) => ({ name, k: kindCodeOf(each), p: ownPathOf(kind) ?? '', v }));
  });

/** The newest events of each value: one more than a value that is followed may have. */
const readHits = async (
  trx: TenantTransaction,
  scope: Scope,
  values: readonly Value[],
  { ownKinds, from, to }: GraphQuery,
): Promise<readonly HitRow[]> => {
  const hits = valueRows(scope, 'int', wantedOf(values, ownKinds), { from, to, most: GRAPH_HUB_EVENTS + 1 });
  const { rows } = await sql<HitRow>`
    select hit.name, ${EVENT_COLUMNS}
      from (${hits}) hit
      cross join lateral (
        select * from event_search s where s.tenant_id = ${scope.tenantId}::uuid
           and s.environment_id = hit.environment_id
           and s.event_time = hit.event_time and s.position = hit.position limit 1
      ) s
      ${WITH_CASES}
     order by s.event_time desc, s.position desc`.execute(trx);
  return rows;
};

/** A value of the product as links keep it; of own texts it is given so. */
const asKept = ({ kind, value }: Value): Value => {
  const text = textOf(value);
  const kept = isStandardGraphKind(kind) ? normaliseLink(kind, text) : text;
  if (kept === '') throw fail('SRCH-QUERY-INVALID', { field: 'seed' });
  return { kind, value: kept };
};

const readSeedEvents = async (
  trx: TenantTransaction,
  { tenantId, environmentIds }: Scope,
  { eventKind, eventId }: Extract<GraphSeed, { of: 'event' }>,
): Promise<readonly EventRow[]> => {
  const { rows } = await sql<EventRow>`
    select ${EVENT_COLUMNS} from event_search s ${WITH_CASES}
     where s.tenant_id = ${tenantId}::uuid and s.environment_id = any(${environmentIds}::uuid[])
       and s.kind = ${kindCodeOf(eventKind)} and s.event_id = ${eventId}`.execute(trx);
  return rows;
};

/** Values of an event that the question draws. */
const valuesOf = (row: EventRow, { kinds, drawnKinds, ownKinds }: GraphQuery): readonly Value[] => {
  const standard = kinds.flatMap((kind): Value[] => {
    const first = row[COLUMN_OF[kind]];
    const more = kind === 'paymentInstrumentId' ? row.linked_values?.paymentInstrumentId : undefined;
    return linkValues(kind, [...(first === null ? [] : [first]), ...(more ?? [])]).map((value) => ({ kind, value }));
  });
  const drawn = drawnKinds.flatMap((kind) =>
    (row.linked_values?.[kind] ?? [])
      // As in rules: what leaves nothing to compare is no value.
      .filter((value) => graphValue(kind, value) !== '')
      .map((value): Value => ({ kind, value })),
  );
  const own = Object.entries(row.own ?? {}).flatMap(([path, values]) => {
    const kind = ownSearchField(path);
    if (!ownKinds.some(({ field }) => field === kind)) return [];
    return values.flatMap((value): Value[] => (typeof value === 'string' ? [{ kind, value }] : []));
  });
  return [...standard, ...drawn, ...own];
};

type Found = Value & { name: string | null; readonly steps: number; isFollowed: boolean };

/** Nodes and events as they are found, each once. */
const startGraph = (query: GraphQuery) => {
  const nodes: Found[] = [];
  const placeOf = new Map<string, number>();
  const events = new Map<string, { readonly row: EventRow; readonly nodes: readonly number[] }>();
  let isCut = false;
  const place = (value: Value, steps: number): number | undefined => {
    const key = keyOf(value);
    const known = placeOf.get(key);
    if (known !== undefined) return known;
    if (nodes.length >= query.maxNodes) {
      isCut = true;
      return undefined;
    }
    placeOf.set(key, nodes.length);
    nodes.push({ ...value, name: null, steps, isFollowed: false });
    return nodes.length - 1;
  };
  const add = (row: EventRow, steps: number): void => {
    const key = `${row.environment_id} ${row.position}`;
    if (events.has(key)) return;
    if (events.size >= MAX_GRAPH_EVENTS) {
      isCut = true;
      return;
    }
    const places = [...new Set(valuesOf(row, query).flatMap((value) => place(value, steps) ?? []))];
    events.set(key, { row, nodes: places });
    const user = nodes[places.find((at) => nodes[at]?.kind === 'userId') ?? -1];
    if (user !== undefined) user.name ??= row.user_name;
  };
  return { nodes, events, place, add, isCut: () => isCut };
};

/**
 * Values that are connected with a value or an event by events that share them, breadth first. A value with more than
 * {@link GRAPH_HUB_EVENTS} events in the time asked for is a node that is not followed, unless the question starts at it: then
 * the newest events count.
 *
 * Fails with SRCH-RANGE-TOO-LONG beyond 13 months, SRCH-QUERY-INVALID for a range that ends before it begins or a value of nothing
 * that counts, SRCH-TIMEOUT where the database takes longer than a reader waits.
 */
export const readGraph = async (database: Database, scope: Scope, query: GraphQuery): Promise<Graph> => {
  checkRange(query);
  return database.readTenant(scope.tenantId, async (trx) => {
    const graph = startGraph(query);
    const { nodes, events } = graph;
    const { seed } = query;
    if (seed.of === 'value') graph.place(asKept(seed), 0);
    else for (const row of await readSeedEvents(trx, scope, seed)) graph.add(row, 0);
    const seeds = nodes.map((_, at) => at);
    for (let step = 1, from = 0; step <= query.steps && from < nodes.length; step += 1) {
      const first = from;
      const frontier = nodes.slice(first);
      from = nodes.length;
      const hits = await readHits(trx, scope, frontier, query);
      const byNode = Map.groupBy(hits, ({ name }) => name);
      for (const [at, node] of frontier.entries()) {
        const own = byNode.get(at) ?? [];
        node.isFollowed = own.length <= GRAPH_HUB_EVENTS && !isDrawnGraphKind(node.kind);
        if (!node.isFollowed && node.steps > 0) continue;
        for (const row of own.slice(0, GRAPH_HUB_EVENTS)) graph.add(row, step);
      }
    }
    const labels = await readValueLabels(trx, scope, nodes);
    const isKnown = seed.of === 'event' || events.size > 0;
    return {
      nodes: isKnown ? nodes.map((node, at) => ({ ...node, fraudLabel: labels[at] ?? 'None' })) : [],
      seeds: isKnown ? seeds : [],
      isCut: graph.isCut(),
      events: [...events.values()]
        .map(({ row, nodes: places }) => ({
          environmentId: row.environment_id,
          kind: kindOfCode(row.kind) as LoggedAssessmentKind,
          eventId: row.event_id,
          eventTime: row.event_time,
          decision: row.decision,
          fraudLabel: row.fraud_label,
          amount: row.amount_units === null ? null : fromMoneyUnits(row.amount_units),
          currency: row.currency,
          case: row.case_id === null ? null : { id: row.case_id, queueId: row.queue_id, isOpen: row.is_open },
          nodes: places,
        }))
        .toSorted((one, other) => other.eventTime.getTime() - one.eventTime.getTime()),
    };
  });
};
