import { toMoneyUnits, type JsonObject } from '@redoubt/kernel';
import type pg from 'pg';
import { KIND_CODES, type StoredEvent } from '../log/log-event.ts';
import { linksOf } from './links.ts';
import type { Projector } from './projector.ts';
import {
  fraudLabelOf,
  mergeRelated,
  NOTHING_SAID,
  type FraudLabel,
  type MergedFacts,
  type Stamp,
} from './related-merge.ts';

type Purchase = Extract<StoredEvent, { kind: 'purchase' }>;
type Related = Exclude<StoredEvent, { kind: 'purchase' }>;

type PurchaseKey = { readonly t: string; readonly e: string; readonly p: string };
type RelatedRow = PurchaseKey & {
  readonly k: number;
  readonly r: string;
  merged: MergedFacts;
  receivedAtMs: number;
  eventTimeMs: number;
  position: number;
};
type Standing = { readonly label: FraudLabel; readonly status: string | null };

const keyText = (key: PurchaseKey): string => `${key.t}/${key.e}/${key.p}`;
const rowText = (row: PurchaseKey & { readonly k: number; readonly r: string }): string =>
  `${keyText(row)}/${row.k}/${row.r}`;
const time = (ms: number): string => new Date(ms).toISOString();

const keyOfPurchase = (event: Purchase): PurchaseKey => ({
  t: event.tenantId,
  e: event.environmentId,
  p: event.eventId,
});

/** Everything said so far about these purchases. */
const loadRelated = async (client: pg.ClientBase, keys: readonly PurchaseKey[]): Promise<Map<string, RelatedRow>> => {
  const { rows } = await client.query<{
    tenant_id: string;
    environment_id: string;
    purchase_id: string;
    kind: number;
    related_id: string;
    body: JsonObject;
    stamps: Record<string, Stamp>;
    received: number;
    occurred: number;
    position: number;
  }>(
    `select r.tenant_id, r.environment_id, r.purchase_id, r.kind, r.related_id, r.body, r.stamps, r.position,
            (extract(epoch from r.received_at) * 1000)::bigint as received,
            (extract(epoch from r.event_time) * 1000)::bigint as occurred
       from jsonb_to_recordset($1::jsonb) as x(t uuid, e uuid, p text)
       join related_event r on r.tenant_id = x.t and r.environment_id = x.e and r.purchase_id = x.p`,
    [JSON.stringify(keys)],
  );
  return new Map(
    rows.map((row) => {
      const related: RelatedRow = {
        t: row.tenant_id,
        e: row.environment_id,
        p: row.purchase_id,
        k: row.kind,
        r: row.related_id,
        merged: { body: row.body, stamps: row.stamps },
        receivedAtMs: row.received,
        eventTimeMs: row.occurred,
        position: row.position,
      };
      return [rowText(related), related];
    }),
  );
};

const mergeInto = (known: Map<string, RelatedRow>, event: Related, purchaseId: string): RelatedRow => {
  const key = { t: event.tenantId, e: event.environmentId, p: purchaseId, k: KIND_CODES[event.kind], r: event.eventId };
  const before = known.get(rowText(key));
  const merged = mergeRelated(before?.merged ?? NOTHING_SAID, event.facts, event.eventTimeMs);
  const row: RelatedRow = {
    ...key,
    merged,
    receivedAtMs: event.receivedAtMs,
    eventTimeMs: event.eventTimeMs,
    position: event.position,
  };
  known.set(rowText(row), row);
  return row;
};

const saveRelated = async (client: pg.ClientBase, rows: readonly RelatedRow[]): Promise<void> => {
  const records = rows.map((row) => ({
    t: row.t,
    e: row.e,
    p: row.p,
    k: row.k,
    r: row.r,
    b: row.merged.body,
    s: row.merged.stamps,
    ra: time(row.receivedAtMs),
    et: time(row.eventTimeMs),
    o: row.position,
  }));
  await client.query(
    `insert into related_event (tenant_id, environment_id, purchase_id, kind, related_id, body, stamps, received_at, event_time, position)
     select x.t, x.e, x.p, x.k, x.r, x.b, x.s, x.ra, x.et, x.o
       from jsonb_to_recordset($1::jsonb) as x(t uuid, e uuid, p text, k smallint, r text, b jsonb, s jsonb,
                                               ra timestamptz, et timestamptz, o bigint)
     on conflict (tenant_id, environment_id, purchase_id, kind, related_id) do update
       set body = excluded.body, stamps = excluded.stamps, received_at = excluded.received_at,
           event_time = excluded.event_time, position = excluded.position`,
    [JSON.stringify(records)],
  );
};

/** What the related events say of each purchase: its label and the newest status. */
const standings = (rows: Iterable<RelatedRow>): Map<string, Standing> => {
  const labels = new Map<string, MergedFacts[]>();
  const statuses = new Map<string, string>();
  const touched = new Set<string>();
  for (const row of rows) {
    const key = keyText(row);
    touched.add(key);
    if (row.k === KIND_CODES.label) labels.set(key, [...(labels.get(key) ?? []), row.merged]);
    const status = row.merged.body.statusType;
    if (row.k === KIND_CODES.purchaseStatus && typeof status === 'string') statuses.set(key, status);
  }
  return new Map(
    [...touched].map((key) => [key, { label: fraudLabelOf(labels.get(key) ?? []), status: statuses.get(key) ?? null }]),
  );
};

const insertPurchases = async (
  client: pg.ClientBase,
  purchases: readonly Purchase[],
  known: ReadonlyMap<string, Standing>,
): Promise<void> => {
  const rows = purchases.map((event) => {
    const { facts } = event;
    const standing = known.get(keyText(keyOfPurchase(event)));
    return {
      tenant_id: event.tenantId,
      environment_id: event.environmentId,
      position: event.position,
      kind: KIND_CODES.purchase,
      event_id: event.eventId,
      event_time: time(event.eventTimeMs),
      received_at: time(event.receivedAtMs),
      historical: event.historical,
      decision: facts.decision,
      reason: facts.reason,
      rule: facts.rule,
      clause: facts.clause,
      amount_units: facts.amount === null ? null : toMoneyUnits(facts.amount),
      currency: facts.currency,
      user_id: facts.userId,
      user_name: facts.userName,
      email: facts.email,
      ip_address: facts.ipAddress,
      country: facts.country,
      device_id: facts.deviceId,
      payment_instrument_id: facts.paymentInstrumentIds[0] ?? null,
      risk_score: facts.riskScore,
      fraud_label: standing?.label ?? 'None',
      status: standing?.status ?? null,
    };
  });
  await client.query(
    'insert into event_search select r.* from jsonb_populate_recordset(null::event_search, $1::jsonb) as r',
    [JSON.stringify(rows)],
  );
  const links = purchases.flatMap((event) =>
    linksOf(event.facts).map(({ attribute, value }) => ({
      tenant_id: event.tenantId,
      environment_id: event.environmentId,
      attribute,
      value,
      event_time: time(event.eventTimeMs),
      position: event.position,
    })),
  );
  await client.query(
    'insert into event_link select r.* from jsonb_populate_recordset(null::event_link, $1::jsonb) as r',
    [JSON.stringify(links)],
  );
};

const updatePurchases = async (
  client: pg.ClientBase,
  changed: ReadonlyMap<string, Standing & PurchaseKey>,
): Promise<void> => {
  const rows = [...changed.values()].map(({ t, e, p, label, status }) => ({ t, e, p, label, status }));
  await client.query(
    `update event_search s set fraud_label = x.label, status = x.status
       from jsonb_to_recordset($1::jsonb) as x(t uuid, e uuid, p text, label text, status text)
      where s.tenant_id = x.t and s.environment_id = x.e and s.kind = ${KIND_CODES.purchase} and s.event_id = x.p`,
    [JSON.stringify(rows)],
  );
};

/**
 * Search rows and links of purchases, and the related events joined to them: whichever comes first waits for the other,
 * so every order of arrival ends in the same rows.
 */
export const searchProjector: Projector = {
  name: 'search',
  tables: ['event_search', 'event_link', 'related_event'],
  apply: async (client, events) => {
    const purchases = events.filter((event): event is Purchase => event.kind === 'purchase');
    const related = events.filter((event): event is Related => event.kind !== 'purchase');
    const aboutPurchases = related.flatMap((event) =>
      event.facts.purchaseId === null ? [] : [{ event, purchaseId: event.facts.purchaseId }],
    );
    const keys = new Map<string, PurchaseKey>();
    for (const event of purchases) keys.set(keyText(keyOfPurchase(event)), keyOfPurchase(event));
    const newPurchases = new Set(keys.keys());
    for (const { event, purchaseId } of aboutPurchases) {
      const key = { t: event.tenantId, e: event.environmentId, p: purchaseId };
      keys.set(keyText(key), key);
    }
    if (keys.size === 0) return;

    const known = await loadRelated(client, [...keys.values()]);
    const saved = new Map<string, RelatedRow>();
    for (const { event, purchaseId } of aboutPurchases) {
      const row = mergeInto(known, event, purchaseId);
      saved.set(rowText(row), row);
    }
    if (saved.size > 0) await saveRelated(client, [...saved.values()]);

    const standing = standings(known.values());
    if (purchases.length > 0) await insertPurchases(client, purchases, standing);
    const changed = new Map<string, Standing & PurchaseKey>();
    for (const row of saved.values()) {
      const key = keyText(row);
      const now = standing.get(key);
      if (now !== undefined && !newPurchases.has(key)) changed.set(key, { ...now, t: row.t, e: row.e, p: row.p });
    }
    if (changed.size > 0) await updatePurchases(client, changed);
  },
};
