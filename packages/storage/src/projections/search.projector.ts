import type { FraudLabel } from '../schema/projection-tables.ts';
import { relatedSchema, type Subject } from '@redoubt/domain';
import type { JsonObject } from '@redoubt/kernel';
import type pg from 'pg';
import {
  isAssessment,
  isErased,
  KIND_CODES,
  kindCodeOf,
  type StoredAssessment,
  type StoredRelated,
} from '../log/log-event.ts';
import { amountUnits } from './amounts.ts';
import { hitLinks, linksOfFacts } from './links.ts';
import { insertOwnAttributes, withoutEnded } from './own-attributes.ts';
import type { Projector } from './projector.ts';
import { mergeRelated, NO_FACTS, verdictOfOthers, type MergedFacts, type Stamp } from './related-merge.ts';
import { labelOf, statusOf } from './standings.ts';
import { mergedKindCode, subjectCodeOf } from './subject-codes.ts';

/** What later events are about: tenant, environment, number of its kind, id. */
type SubjectKey = { readonly t: string; readonly e: string; readonly sk: number; readonly p: string };
type About = { readonly event: StoredRelated; readonly key: SubjectKey };
type RelatedRow = SubjectKey & {
  readonly k: number;
  readonly r: string;
  merged: MergedFacts;
  receivedAtMs: number;
  eventTimeMs: number;
  /** When the first of them arrived. */
  arrivedAtMs: number;
  position: number;
};
type Standing = { readonly label: FraudLabel; readonly status: string | null };

/** No subject has a longer id, so nothing can be about one. */
const MAX_ID_CHARACTERS = 256;

const keyText = (key: SubjectKey): string => `${key.t}/${key.e}/${key.sk}/${key.p}`;
const rowText = (row: SubjectKey & { readonly k: number; readonly r: string }): string =>
  `${keyText(row)}/${row.k}/${row.r}`;
const time = (ms: number): string => new Date(ms).toISOString();

const keyOf = (event: StoredAssessment): SubjectKey => ({
  t: event.tenantId,
  e: event.environmentId,
  sk: kindCodeOf(event.kind),
  p: event.eventId,
});

const aboutOf = (event: StoredRelated): readonly About[] => {
  const subject: Subject | null = event.facts.subject;
  if (subject === null || subject.id.length > MAX_ID_CHARACTERS) return [];
  const key = { t: event.tenantId, e: event.environmentId, sk: subjectCodeOf(subject.kind), p: subject.id };
  return [{ event, key }];
};

/** Everything said so far about these subjects. */
const loadRelated = async (client: pg.ClientBase, keys: readonly SubjectKey[]): Promise<Map<string, RelatedRow>> => {
  const { rows } = await client.query<{
    tenant_id: string;
    environment_id: string;
    subject_kind: number;
    subject_id: string;
    kind: number;
    related_id: string;
    body: JsonObject;
    stamps: Record<string, Stamp>;
    received: number;
    occurred: number;
    arrived: number;
    position: number;
  }>(
    `select r.tenant_id, r.environment_id, r.subject_kind, r.subject_id, r.kind, r.related_id, r.body, r.stamps, r.position,
            (extract(epoch from r.received_at) * 1000)::bigint as received,
            (extract(epoch from r.event_time) * 1000)::bigint as occurred,
            (extract(epoch from coalesce(r.arrived_at, r.received_at)) * 1000)::bigint as arrived
       from jsonb_to_recordset($1::jsonb) as x(t uuid, e uuid, sk smallint, p text)
       join related_event r on r.tenant_id = x.t and r.environment_id = x.e and r.subject_kind = x.sk
        and r.subject_id = x.p`,
    [JSON.stringify(keys)],
  );
  return new Map(
    rows.map((row) => {
      const related: RelatedRow = {
        t: row.tenant_id,
        e: row.environment_id,
        sk: row.subject_kind,
        p: row.subject_id,
        k: row.kind,
        r: row.related_id,
        merged: { body: row.body, stamps: row.stamps },
        receivedAtMs: row.received,
        eventTimeMs: row.occurred,
        arrivedAtMs: row.arrived,
        position: row.position,
      };
      return [rowText(related), related];
    }),
  );
};

/** What is imported arrived when it happened, not when it was imported. */
const arrivalMs = ({ historical, eventTimeMs, receivedAtMs }: StoredRelated): number =>
  historical ? eventTimeMs : receivedAtMs;

const mergeInto = (known: Map<string, RelatedRow>, { event, key: subject }: About): RelatedRow => {
  const key = { ...subject, k: mergedKindCode(event.kind), r: event.eventId };
  const before = known.get(rowText(key));
  const schema = relatedSchema(event.kind);
  const merged = mergeRelated(before?.merged ?? NO_FACTS, event.facts, event.eventTimeMs, schema);
  const row: RelatedRow = {
    ...key,
    merged,
    receivedAtMs: event.receivedAtMs,
    eventTimeMs: event.eventTimeMs,
    arrivedAtMs: Math.min(before?.arrivedAtMs ?? Number.POSITIVE_INFINITY, arrivalMs(event)),
    position: event.position,
  };
  known.set(rowText(row), row);
  return row;
};

const saveRelated = async (client: pg.ClientBase, rows: readonly RelatedRow[]): Promise<void> => {
  const records = rows.map((row) => {
    const label = row.k === KIND_CODES.label ? verdictOfOthers(row.merged) : null;
    return {
      t: row.t,
      e: row.e,
      sk: row.sk,
      p: row.p,
      k: row.k,
      r: row.r,
      b: row.merged.body,
      s: row.merged.stamps,
      ra: time(row.receivedAtMs),
      et: time(row.eventTimeMs),
      aa: time(row.arrivedAtMs),
      o: row.position,
      lv: label?.verdict,
      ls: label?.stamp,
    };
  });
  await client.query(
    `insert into related_event (tenant_id, environment_id, subject_kind, subject_id, kind, related_id, body, stamps, received_at,
                                event_time, arrived_at, position, label_verdict, label_stamp)
     select x.t, x.e, x.sk, x.p, x.k, x.r, x.b, x.s, x.ra, x.et, x.aa, x.o, x.lv, x.ls
       from jsonb_to_recordset($1::jsonb) as x(t uuid, e uuid, sk smallint, p text, k smallint, r text, b jsonb, s jsonb,
                                               ra timestamptz, et timestamptz, aa timestamptz, o bigint, lv text, ls text)
     on conflict (tenant_id, environment_id, subject_kind, subject_id, kind, related_id) do update
       set body = excluded.body, stamps = excluded.stamps, received_at = excluded.received_at,
           event_time = excluded.event_time, arrived_at = excluded.arrived_at, position = excluded.position,
           label_verdict = excluded.label_verdict, label_stamp = excluded.label_stamp`,
    [JSON.stringify(records)],
  );
};

/** What the related events say of each subject: its label and the newest status. */
const standings = (rows: Iterable<RelatedRow>): Map<string, Standing> =>
  new Map(
    [...Map.groupBy(rows, keyText)].map(([key, said]) => [key, { label: labelOf(said), status: statusOf(said) }]),
  );

/** One pass over the rows fills both tables: reading the JSON is half the work. */
const INSERT_ASSESSMENTS = `with x as materialized (
  select * from jsonb_to_recordset($1::jsonb) as x(t uuid, e uuid, o bigint, k smallint, id text, et timestamptz, ra timestamptz, h boolean,
    dn text, rs text, ru text, cl text, au bigint, cu text, ui text, un text, em text, ip text, co text, di text, pi text,
    sc integer, fl text, st text, ow jsonb, rf jsonb, l1 text, l2 text, l3 text, l4 text, l5 jsonb, l6 jsonb,
    l7 jsonb, hl jsonb)
), searchable as (
  insert into event_search (tenant_id, environment_id, position, kind, event_id, event_time, received_at, historical,
    decision, reason, rule, clause, amount_units, currency, user_id, user_name, email, ip_address, country, device_id,
    payment_instrument_id, risk_score, fraud_label, status, own, report_fields)
  select t, e, o, k, id, et, ra, h, dn, rs, ru, cl, au, cu, ui, un, em, ip, co, di, pi, sc, fl, st, ow, rf from x
)
insert into event_link (tenant_id, environment_id, attribute, value, event_time, position)
select x.t, x.e, l.attribute, l.value, x.et, x.o
  from x cross join lateral (
    select * from (values (1::smallint, x.l1), (2::smallint, x.l2), (3::smallint, x.l3), (4::smallint, x.l4)) as v(attribute, value)
     where value is not null
    union all select 5::smallint, value from jsonb_array_elements_text(x.l5) as i(value)
    union all select 6::smallint, value from jsonb_array_elements_text(x.l6) as i(value)
    union all select 7::smallint, value from jsonb_array_elements_text(x.l7) as i(value)
    union all select i.a, i.v from jsonb_to_recordset(x.hl) as i(a smallint, v text)
  ) l`;

const insertAssessments = async (
  client: pg.ClientBase,
  assessments: readonly StoredAssessment[],
  known: ReadonlyMap<string, Standing>,
): Promise<void> => {
  const rows = assessments.map((event) => {
    const { facts } = event;
    const links = linksOfFacts(facts);
    const standing = known.get(keyText(keyOf(event)));
    return {
      t: event.tenantId,
      e: event.environmentId,
      o: event.position,
      k: kindCodeOf(event.kind),
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
      ow: facts.own,
      rf: facts.reportFields,
      l1: links.email[0],
      l2: links.userId[0],
      l3: links.ipAddress[0],
      l4: links.deviceId[0],
      l5: links.paymentInstrumentId,
      l6: links.userName,
      l7: links.cardNumberStart,
      hl: hitLinks(facts.hits),
    };
  });
  await client.query({ name: 'project-assessments', text: INSERT_ASSESSMENTS, values: [JSON.stringify(rows)] });
  await insertOwnAttributes(client, assessments);
};

const updateAssessments = async (
  client: pg.ClientBase,
  changed: ReadonlyMap<string, Standing & SubjectKey>,
): Promise<void> => {
  const rows = [...changed.values()].map(({ t, e, sk, p, label, status }) => ({ t, e, sk, p, label, status }));
  await client.query(
    `update event_search s set fraud_label = x.label, status = x.status
       from jsonb_to_recordset($1::jsonb) as x(t uuid, e uuid, sk smallint, p text, label text, status text)
      where s.tenant_id = x.t and s.environment_id = x.e and s.kind = x.sk and s.event_id = x.p`,
    [JSON.stringify(rows)],
  );
};

/**
 * Search rows and links of assessments, and the later events joined to what they are about: whichever comes first waits
 * for the other, so every order of arrival ends in the same rows.
 */
export const searchProjector: Projector = {
  name: 'search',
  tables: ['event_search', 'event_link', 'event_attribute', 'related_event'],
  apply: async (client, events) => {
    const assessments: StoredAssessment[] = [];
    const about: About[] = [];
    const keys = new Map<string, SubjectKey>();
    for (const event of events) {
      if (isErased(event)) continue;
      if (isAssessment(event)) {
        assessments.push(event);
        keys.set(keyText(keyOf(event)), keyOf(event));
      } else {
        about.push(...aboutOf(event));
      }
    }
    const inserted = new Set(keys.keys());
    for (const { key } of about) keys.set(keyText(key), key);
    if (keys.size === 0) return;

    const known = await loadRelated(client, [...keys.values()]);
    const saved = new Map<string, RelatedRow>();
    for (const each of about) {
      const row = mergeInto(known, each);
      saved.set(rowText(row), row);
    }
    if (saved.size > 0) await saveRelated(client, [...saved.values()]);

    const standing = standings(known.values());
    if (assessments.length > 0) await insertAssessments(client, await withoutEnded(client, assessments), standing);
    const changed = new Map<string, Standing & SubjectKey>();
    for (const row of saved.values()) {
      const key = keyText(row);
      const now = standing.get(key);
      if (now === undefined || inserted.has(key)) continue;
      changed.set(key, { ...now, t: row.t, e: row.e, sk: row.sk, p: row.p });
    }
    if (changed.size > 0) await updateAssessments(client, changed);
  },
};
