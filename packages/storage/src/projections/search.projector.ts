import type { JsonObject } from '@redoubt/kernel';
import type pg from 'pg';
import { KIND_CODES, type StoredHead } from '../log/log-event.ts';
import { amountUnits } from './amounts.ts';
import { linkValue, linkValues } from './links.ts';
import type { Projector } from './projector.ts';
import {
  fraudLabelOf,
  mergeRelated,
  NOTHING_SAID,
  type FraudLabel,
  type MergedFacts,
  type Stamp,
} from './related-merge.ts';

type Purchase = Extract<StoredHead, { kind: 'purchase' }>;
type Related = Exclude<StoredHead, { kind: 'purchase' }>;

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

/** No purchase has a longer id, so nothing can be about one. */
const MAX_ID_CHARACTERS = 256;

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

/** One pass over the rows fills both tables: reading the JSON is half the work. */
const INSERT_PURCHASES = `with x as materialized (
  select * from jsonb_to_recordset($1::jsonb) as x(t uuid, e uuid, o bigint, id text, et timestamptz, ra timestamptz, h boolean,
    dn text, rs text, ru text, cl text, au bigint, cu text, ui text, un text, em text, ip text, co text, di text, pi text,
    sc integer, fl text, st text, l1 text, l2 text, l3 text, l4 text, l5 jsonb)
), searchable as (
  insert into event_search (tenant_id, environment_id, position, kind, event_id, event_time, received_at, historical,
    decision, reason, rule, clause, amount_units, currency, user_id, user_name, email, ip_address, country, device_id,
    payment_instrument_id, risk_score, fraud_label, status)
  select t, e, o, ${KIND_CODES.purchase}, id, et, ra, h, dn, rs, ru, cl, au, cu, ui, un, em, ip, co, di, pi, sc, fl, st from x
)
insert into event_link (tenant_id, environment_id, attribute, value, event_time, position)
select x.t, x.e, l.attribute, l.value, x.et, x.o
  from x cross join lateral (
    select * from (values (1::smallint, x.l1), (2::smallint, x.l2), (3::smallint, x.l3), (4::smallint, x.l4)) as v(attribute, value)
     where value is not null
    union all select 5::smallint, value from jsonb_array_elements_text(x.l5) as i(value)
  ) l`;

const insertPurchases = async (
  client: pg.ClientBase,
  purchases: readonly Purchase[],
  known: ReadonlyMap<string, Standing>,
): Promise<void> => {
  const rows = purchases.map((event) => {
    const { facts } = event;
    const standing = known.get(keyText(keyOfPurchase(event)));
    return {
      t: event.tenantId,
      e: event.environmentId,
      o: event.position,
      id: event.eventId,
      et: time(event.eventTimeMs),
      ra: time(event.receivedAtMs),
      h: event.historical,
      dn: facts.decision,
      rs: facts.reason,
      ru: facts.rule,
      cl: facts.clause,
      au: amountUnits(facts.amount),
      cu: facts.currency,
      ui: facts.userId,
      un: facts.userName,
      em: facts.email,
      ip: facts.ipAddress,
      co: facts.country,
      di: facts.deviceId,
      pi: facts.paymentInstrumentIds[0] ?? null,
      sc: facts.riskScore,
      fl: standing?.label ?? 'None',
      st: standing?.status ?? null,
      l1: linkValue('email', facts.email),
      l2: linkValue('userId', facts.userId),
      l3: linkValue('ipAddress', facts.ipAddress),
      l4: linkValue('deviceId', facts.deviceId),
      l5: linkValues('paymentInstrumentId', facts.paymentInstrumentIds),
    };
  });
  await client.query({ name: 'project-purchases', text: INSERT_PURCHASES, values: [JSON.stringify(rows)] });
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
      event.facts.purchaseId === null || event.facts.purchaseId.length > MAX_ID_CHARACTERS
        ? []
        : [{ event, purchaseId: event.facts.purchaseId }],
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
