import type { FraudLabel } from '../../schema/events/projection-tables.ts';
import { insertRows } from '../../database/insert-rows.ts';
import { rowsParameter } from '../../database/rows-parameter.ts';
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
} from '../../log/log-event.ts';
import { amountUnits } from '../amounts.ts';
import { insertLinks, linkRowsOf } from './link-rows.ts';
import { comparedText, isKeptLink, linkedValuesOf } from './links.ts';
import { ownAttributesOf, withoutEnded, writeOwnAttributes } from './own-attributes.ts';
import type { Projector } from '../projector.ts';
import { mergeRelated, NO_FACTS, verdictOfOthers, type MergedFacts, type Stamp } from '../related-merge.ts';
import { labelOf, statusOf } from '../standings.ts';
import { mergedKindCode, subjectCodeOf } from '../subject-codes.ts';

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

const SUBJECTS = rowsParameter<SubjectKey>({ t: 'uuid', e: 'uuid', sk: 'int2', p: 'text' });

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
       from ${SUBJECTS.from('x')}
       join related_event r on r.tenant_id = x.t and r.environment_id = x.e and r.subject_kind = x.sk
        and r.subject_id = x.p`,
    SUBJECTS.values(keys),
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

const SEARCHED = insertRows<SearchRow>('search-rows', 'event_search', {
  tenant_id: 'uuid',
  environment_id: 'uuid',
  position: 'int8',
  kind: 'int2',
  event_id: 'text',
  event_time: 'timestamptz',
  received_at: 'timestamptz',
  historical: 'boolean',
  decision: 'text',
  reason: 'text',
  rule: 'text',
  clause: 'text',
  amount_units: 'int8',
  currency: 'text',
  user_id: 'text',
  user_name: 'text',
  email: 'text',
  ip_address: 'text',
  country: 'text',
  device_id: 'text',
  payment_instrument_id: 'text',
  linked_values: 'jsonb',
  risk_score: 'int4',
  fraud_label: 'text',
  status: 'text',
  own: 'jsonb',
  report_fields: 'jsonb',
});

const searchRowOf = (event: StoredAssessment, standing: Standing | undefined) => {
  const { facts } = event;
  return {
    tenant_id: event.tenantId,
    environment_id: event.environmentId,
    position: event.position,
    kind: kindCodeOf(event.kind),
    event_id: event.eventId,
    event_time: event.eventTimeMs,
    received_at: event.receivedAtMs,
    historical: event.historical,
    decision: facts.decision,
    reason: facts.reason,
    rule: facts.rule,
    clause: facts.clause,
    amount_units: amountUnits(facts.amount),
    currency: facts.currency,
    user_id: comparedText(facts.userId),
    user_name: facts.userName,
    email: comparedText(facts.email),
    ip_address: comparedText(facts.ipAddress),
    country: facts.country,
    device_id: comparedText(facts.deviceId),
    payment_instrument_id: comparedText(facts.paymentInstrumentIds[0]),
    linked_values: linkedValuesOf(facts),
    risk_score: facts.riskScore,
    fraud_label: standing?.label ?? 'None',
    status: standing?.status ?? null,
    own: facts.own,
    report_fields: facts.reportFields,
  };
};
type SearchRow = ReturnType<typeof searchRowOf>;

/** Tenants among those of the step that keep no index of values. */
const tenantsWithoutIndex = async (client: pg.ClientBase): Promise<ReadonlySet<string>> => {
  const { rows } = await client.query<{ id: string }>({
    name: 'search-switched-off',
    text: 'select tenant_id as id from search_index where not is_on',
  });
  return new Set(rows.map(({ id }) => id));
};

const insertAssessments = async (
  client: pg.ClientBase,
  assessments: readonly StoredAssessment[],
  known: ReadonlyMap<string, Standing>,
): Promise<void> => {
  const rows = assessments.map((event) => searchRowOf(event, known.get(keyText(keyOf(event)))));
  await client.query(SEARCHED.statement(rows));
  const without = await tenantsWithoutIndex(client);
  await insertLinks(
    client,
    assessments.flatMap((event) =>
      linkRowsOf(event).filter((link) => !without.has(event.tenantId) || isKeptLink(link.attribute)),
    ),
  );
  await writeOwnAttributes(client, assessments.filter(({ tenantId }) => !without.has(tenantId)).map(ownAttributesOf));
};

const updateAssessments = async (
  client: pg.ClientBase,
  changed: ReadonlyMap<string, Standing & SubjectKey>,
): Promise<void> => {
  const rows = [...changed.values()].map(({ t, e, sk, p, label, status }) => ({ t, e, sk, p, label, status }));
  await client.query(
    `update event_search s set fraud_label = x.label, status = x.status
       from jsonb_to_recordset($1::jsonb) as x(t uuid, e uuid, sk smallint, p text, label text, status text)
      where s.tenant_id = x.t and s.environment_id = x.e and s.kind = x.sk and s.event_id = x.p
        and (s.fraud_label, s.status) is distinct from (x.label, x.status)`,
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
