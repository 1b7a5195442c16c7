import type { Id } from '@redoubt/kernel';
import type pg from 'pg';
import { erasedEvent } from '../log/erased-event.ts';
import { isAssessment, kindCodeOf, type StoredAssessment, type StoredEvent } from '../log/log-event.ts';
import { createFrameCompressor, type CompressFrame } from '../log/frame-compressor.ts';
import { textsOfEvents, writeSegment } from '../log/segment-codec.ts';
import { decisionLinks, LINK_ATTRIBUTES, linksOfFacts, type LinkAttribute } from '../projections/search/links.ts';
import { deleteOwnAttributes, type OwnAttributes } from '../projections/search/own-attributes.ts';
import { eraseObservationRows, type ErasedObservations } from './erase-observation-rows.ts';
import { eraseReportRows, takeBackReportRows, type ErasedReports } from './erase-report-rows.ts';
import { subjectKeyOf, type SubjectSegment } from './subject-segments.ts';

export type Erasure = {
  readonly tenantId: Id;
  /** Keyed hash that takes the place of an event's id. */
  readonly hashId: (event: StoredEvent) => string;
  /** The person who is erased; null where events are taken back that an upload stored. */
  readonly subject: ErasedSubject | null;
};

export type ErasedSubject = {
  readonly requestId: Id;
  /** Sessions of the fingerprint script that an event names. */
  readonly sessionsOf: (event: StoredEvent) => readonly string[];
};

const time = (ms: number): string => new Date(ms).toISOString();

const rewrite = async (
  client: pg.ClientBase,
  { row, events, mine }: SubjectSegment,
  hashId: Erasure['hashId'],
  stand: { readonly reports: ErasedReports; readonly observations: ErasedObservations },
  compress: CompressFrame,
): Promise<void> => {
  const gone = new Set(mine);
  const erased = (event: StoredEvent): StoredEvent =>
    erasedEvent(event, hashId(event), {
      report: stand.reports.get(event.position),
      observation: stand.observations.get(event.position),
    });
  const kept = events.map((event, place) => (gone.has(place) ? erased(event) : event));
  const { codec, heads, texts } = writeSegment(textsOfEvents(kept), row.span !== null);
  const { rowCount } = await client.query(
    `update segment set codec = $5, heads = $6, data = $7
      where tenant_id = $1 and environment_id = $2 and first_position = $3 and committed_at = $4`,
    [
      row.tenant_id,
      row.environment_id,
      row.first_position,
      row.committed_at,
      codec,
      await compress(heads),
      await compress(texts),
    ],
  );
  if (rowCount !== 1) throw new Error(`The segment at ${row.first_position} is gone`);
};

const linksOf = ({ environmentId, eventTimeMs, position, facts }: StoredAssessment) => {
  const links = Object.entries(linksOfFacts(facts)) as [LinkAttribute, readonly string[]][];
  const all = links.flatMap(([attribute, values]) => values.map((v) => ({ a: LINK_ATTRIBUTES[attribute], v })));
  return [...all, ...decisionLinks(facts)].map((link) => ({
    e: environmentId,
    ...link,
    et: time(eventTimeMs),
    o: position,
  }));
};

const dropProjections = async (
  client: pg.ClientBase,
  { tenantId, subject }: Erasure,
  events: readonly StoredEvent[],
): Promise<void> => {
  const assessments = events.filter((event) => isAssessment(event));
  const ids = assessments.map(({ environmentId: e, kind, eventId: i }) => ({ e, k: kindCodeOf(kind), i }));
  await client.query(
    `delete from event_link l using jsonb_to_recordset($2::jsonb) as x(e uuid, a smallint, v text, et timestamptz, o bigint)
      where l.tenant_id = $1 and l.environment_id = x.e and l.attribute = x.a and l.value = x.v
        and l.event_time = x.et and l.position = x.o`,
    [tenantId, JSON.stringify(assessments.flatMap(linksOf))],
  );
  // Values of own fields are taken from the row: back-filled ones do not stand in the log.
  const { rows: gone } = await client.query<Omit<OwnAttributes, 'own'> & { readonly own: OwnAttributes['own'] | null }>(
    `delete from event_search s using jsonb_to_recordset($2::jsonb) as x(e uuid, k smallint, i text)
      where s.tenant_id = $1 and s.environment_id = x.e and s.kind = x.k and s.event_id = x.i
     returning s.tenant_id as "tenantId", s.environment_id as "environmentId", s.kind as "kindCode", s.position, s.own,
               (extract(epoch from s.event_time) * 1000)::bigint as "eventTimeMs"`,
    [tenantId, JSON.stringify(ids)],
  );
  await deleteOwnAttributes(
    client,
    gone.flatMap(({ own, ...event }) => (own === null ? [] : [{ ...event, own }])),
  );
  // What a decision has not sent yet would bring the id of the event back. What people did to the case goes with the
  // other records of the event.
  for (const table of ['review_case', 'case_early_status', 'case_consequence'])
    await client.query(
      `delete from ${table} c using jsonb_to_recordset($2::jsonb) as x(e uuid, k smallint, i text)
        where c.tenant_id = $1 and c.environment_id = x.e and c.kind = x.k and c.event_id = x.i`,
      [tenantId, JSON.stringify(ids)],
    );
  // Of a person later events about them go as well; those about an event taken back came from others.
  const related = subject === null ? [] : events;
  const subjects = related.flatMap((event) => {
    const key = subjectKeyOf(event);
    return key === undefined ? [] : [{ e: event.environmentId, k: key.code, i: key.id }];
  });
  await client.query(
    `delete from related_event r using jsonb_to_recordset($2::jsonb) as x(e uuid, k smallint, i text)
      where r.tenant_id = $1 and r.environment_id = x.e and r.subject_kind = x.k and r.subject_id = x.i`,
    [tenantId, JSON.stringify(subjects)],
  );
  // In the order in which events are written, so that erasures cannot deadlock.
  const sorted = ids.toSorted((a, b) => (a.e === b.e ? a.k - b.k || (a.i < b.i ? -1 : 1) : a.e < b.e ? -1 : 1));
  for (const { e, k, i } of sorted) {
    await client.query(
      'delete from event_identity where tenant_id = $1 and environment_id = $2 and kind = $3 and event_id = $4',
      [tenantId, e, k, i],
    );
  }
};

const recordErased = (
  client: pg.ClientBase,
  { tenantId, hashId }: Erasure,
  requestId: Id,
  events: readonly StoredEvent[],
) =>
  client.query(
    `insert into erased_event (tenant_id, environment_id, kind, id_hash, position, event_time, erased_at, request_id)
     select $1, x.e, x.k, x.h, x.o, x.et, now(), $3
       from jsonb_to_recordset($2::jsonb) as x(e uuid, k smallint, h text, o bigint, et timestamptz)
     on conflict do nothing`,
    [
      tenantId,
      JSON.stringify(
        events.map((event) => ({
          e: event.environmentId,
          k: kindCodeOf(event.kind),
          h: hashId(event),
          o: event.position,
          et: time(event.eventTimeMs),
        })),
      ),
      requestId,
    ],
  );

/**
 * Erases events of some segments, a person's or those of an upload: from the log itself and everything that projectors and fingerprinting made
 * of them. Decisions and contributions stay in the log, so sums stay true.
 */
export const eraseEvents = async (
  client: pg.ClientBase,
  erasure: Erasure,
  segments: readonly SubjectSegment[],
): Promise<void> => {
  const { tenantId, subject } = erasure;
  const compress = createFrameCompressor();
  const events = segments.flatMap((segment) => segment.mine.map((place) => segment.events[place] as StoredEvent));
  if (events.length === 0) return;
  const reports =
    subject === null
      ? await takeBackReportRows(client, tenantId, events)
      : await eraseReportRows(client, tenantId, events, erasure.hashId);
  const observations: ErasedObservations =
    subject === null ? new Map() : await eraseObservationRows(client, tenantId, events, erasure.hashId);
  const stand = { reports, observations };
  for (const segment of segments) await rewrite(client, segment, erasure.hashId, stand, compress);
  await dropProjections(client, erasure, events);
  if (subject === null) return;
  await recordErased(client, erasure, subject.requestId, events);
  const sessions = [...new Set(events.flatMap(subject.sessionsOf))];
  if (sessions.length === 0) return;
  await client.query('delete from device_session where tenant_id = $1 and session_id = any($2)', [tenantId, sessions]);
};
