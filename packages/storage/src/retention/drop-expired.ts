import { HOUR_MS } from '@redoubt/kernel';
import type pg from 'pg';
import { isAssessment, isErased, kindCodeOf, type StoredAssessment, type StoredHead } from '../log/log-event.ts';
import { countIntake } from '../projections/cases/cases.projector.ts';
import { decisionLinks, LINK_ATTRIBUTES, linksOfFacts, type LinkAttribute } from '../projections/search/links.ts';
import { observationSums, type ObservationRow } from '../projections/reports/observation-cells.ts';
import { erasedObservationId } from '../projections/reports/observations.ts';
import { deleteOwnAttributes, type OwnAttributes } from '../projections/search/own-attributes.ts';
import { cellChanges } from '../projections/reports/report-cells.ts';
import { loadReportRows } from '../projections/reports/report-rows.ts';
import { erasedRowId } from '../projections/reports/reports.projector.ts';
import { retainedTable } from '../projections/reports/retained-sums.ts';
import { addToRollups } from '../projections/reports/rollup.projector.ts';
import { mergedKindCode } from '../projections/subject-codes.ts';
import { subjectKeyOf } from '../subject-requests/subject-segments.ts';
import { TABLES_WITH_EVENT_IDS } from '../subject-requests/subject-work.ts';

type Place = { readonly tenantId: string; readonly environmentId: string; readonly borderMs: number };

const time = (ms: number): string => new Date(ms).toISOString();

const linksOf = ({ eventTimeMs, position, facts }: StoredAssessment) => {
  const links = Object.entries(linksOfFacts(facts)) as [LinkAttribute, readonly string[]][];
  const all = links.flatMap(([attribute, values]) => values.map((v) => ({ a: LINK_ATTRIBUTES[attribute], v })));
  return [...all, ...decisionLinks(facts)].map((link) => ({ ...link, et: time(eventTimeMs), o: position }));
};

const keyOf = (event: StoredAssessment) => ({ k: kindCodeOf(event.kind), i: event.eventId });

/** What reports count of the events is kept beside, and their rows go. */
const dropReportRows = async (client: pg.ClientBase, place: Place, events: readonly StoredAssessment[]) => {
  const { tenantId: t, environmentId: e } = place;
  const keys = events.map((event) => ({
    t,
    e,
    k: kindCodeOf(event.kind),
    i: isErased(event) ? erasedRowId(event.eventId, event.position) : event.eventId,
  }));
  const changes = cellChanges();
  for (const row of await loadReportRows(client, keys)) changes.add(row, 1);
  await changes.save(client, retainedTable);
  await client.query(
    `delete from report_event r using jsonb_to_recordset($1::jsonb) as x(t uuid, e uuid, k smallint, i text)
      where r.tenant_id = x.t and r.environment_id = x.e and r.kind = x.k and r.event_id = x.i`,
    [JSON.stringify(keys)],
  );
};

/** The same for the counts of new cases; cancelled ones are known by their row alone. */
const dropCases = async (client: pg.ClientBase, place: Place, heads: readonly StoredHead[], keys: string) => {
  const { tenantId, environmentId } = place;
  await countIntake(client, heads, retainedTable('case_intake_hour'));
  const { rows } = await client.query<{ hourMs: number; kind: number; queueId: string; cancelled: number }>(
    `with gone as (
       delete from review_case c using jsonb_to_recordset($3::jsonb) as x(k smallint, i text)
        where c.tenant_id = $1 and c.environment_id = $2 and c.kind = x.k and c.event_id = x.i
       returning c.kind, c.queue_id, c.received_at, c.outcome)
     select (floor(extract(epoch from received_at) * 1000 / ${HOUR_MS}) * ${HOUR_MS})::bigint as "hourMs", kind,
            queue_id as "queueId", count(*)::int as cancelled
       from gone where outcome = 'Cancelled' group by 1, 2, 3`,
    [tenantId, environmentId, keys],
  );
  for (const { hourMs, kind, queueId, cancelled } of rows)
    await client.query(
      `insert into ${retainedTable('case_intake_hour')} as h (tenant_id, environment_id, hour, kind, queue_id, received, cancelled)
       values ($1, $2, $3, $4, $5, 0, $6)
       on conflict (tenant_id, environment_id, hour, kind, queue_id) do update set cancelled = h.cancelled + excluded.cancelled`,
      [tenantId, environmentId, time(hourMs), kind, queueId, cancelled],
    );
  for (const table of ['case_early_status', ...TABLES_WITH_EVENT_IDS.filter((name) => name !== 'legal_hold')])
    await client.query(
      `delete from ${table} d using jsonb_to_recordset($3::jsonb) as x(k smallint, i text)
        where d.tenant_id = $1 and d.environment_id = $2 and d.event_id = x.i
          ${table === 'experiment_difference' ? '' : 'and d.kind = x.k'}`,
      [tenantId, environmentId, keys],
    );
};

const dropSearchRows = async (
  client: pg.ClientBase,
  place: Place,
  events: readonly StoredAssessment[],
  keys: string,
) => {
  const { tenantId, environmentId } = place;
  await client.query(
    `delete from event_link l using jsonb_to_recordset($3::jsonb) as x(a smallint, v text, et timestamptz, o bigint)
      where l.tenant_id = $1 and l.environment_id = $2 and l.attribute = x.a and l.value = x.v
        and l.event_time = x.et and l.position = x.o`,
    [tenantId, environmentId, JSON.stringify(events.flatMap(linksOf))],
  );
  const { rows: gone } = await client.query<Omit<OwnAttributes, 'own'> & { readonly own: OwnAttributes['own'] | null }>(
    `delete from event_search s using jsonb_to_recordset($3::jsonb) as x(k smallint, i text)
      where s.tenant_id = $1 and s.environment_id = $2 and s.kind = x.k and s.event_id = x.i
     returning s.tenant_id as "tenantId", s.environment_id as "environmentId", s.kind as "kindCode", s.position, s.own,
               (extract(epoch from s.event_time) * 1000)::bigint as "eventTimeMs"`,
    [tenantId, environmentId, keys],
  );
  await deleteOwnAttributes(
    client,
    gone.flatMap(({ own, ...event }) => (own === null ? [] : [{ ...event, own }])),
  );
};

/** An observation as reports know it: what it is about, its own kind and id. */
type ObservationKey = { readonly k: number; readonly i: string; readonly o: number; readonly oi: string };

/** What reports count of observations is kept beside, and their rows go. */
const dropObservationRows = async (
  client: pg.ClientBase,
  { tenantId, environmentId }: Omit<Place, 'borderMs'>,
  keys: readonly ObservationKey[],
): Promise<void> => {
  const { rows } = await client.query<Omit<ObservationRow, 'arrived'> & { readonly atMs: number }>(
    `delete from report_observation r using jsonb_to_recordset($3::jsonb) as x(k smallint, i text, o smallint, oi text)
      where r.tenant_id = $1 and r.environment_id = $2 and r.kind = x.k and r.event_id = x.i and r.observation = x.o
        and r.observation_id = x.oi
     returning r.*, (extract(epoch from r.arrived) * 1000)::bigint as "atMs"`,
    [tenantId, environmentId, JSON.stringify(keys)],
  );
  const sums = observationSums();
  for (const { atMs, ...row } of rows) sums.add({ ...row, arrived: time(atMs) }, 1);
  await sums.save(client, retainedTable);
};

/** Later events about the events, as far as none came since the border. */
const dropRelated = async (
  client: pg.ClientBase,
  { tenantId, environmentId, borderMs }: Place,
  heads: readonly StoredHead[],
) => {
  const subjects = heads.flatMap((head) => {
    const key = subjectKeyOf(head);
    return key === undefined ? [] : [{ k: key.code, i: key.id }];
  });
  const { rows } = await client.query<ObservationKey>(
    `delete from related_event r using jsonb_to_recordset($3::jsonb) as x(k smallint, i text)
      where r.tenant_id = $1 and r.environment_id = $2 and r.subject_kind = x.k and r.subject_id = x.i
        and r.received_at < $4
     returning r.subject_kind as k, r.subject_id as i, r.kind as o, r.related_id as oi`,
    [tenantId, environmentId, JSON.stringify(subjects), time(borderMs)],
  );
  const erased = heads.flatMap((head): ObservationKey[] => {
    if (isAssessment(head)) return [];
    const about = isErased(head) ? head.facts.observation?.about : undefined;
    if (about === undefined) return [];
    const i = erasedObservationId(head.eventId, head.position);
    return [{ k: kindCodeOf(about), i, o: mergedKindCode(head.kind), oi: '' }];
  });
  await dropObservationRows(client, { tenantId, environmentId }, [...rows, ...erased]);
};

/** Removes everything that was made of events which the log gives up; what they add to sums is kept beside them. */
export const dropExpired = async (client: pg.ClientBase, place: Place, heads: readonly StoredHead[]): Promise<void> => {
  if (heads.length === 0) return;
  const { tenantId, environmentId } = place;
  const assessments = heads.filter(isAssessment);
  const whole = assessments.filter((event) => !isErased(event));
  const keys = JSON.stringify(whole.map(keyOf));
  await addToRollups(client, heads, retainedTable);
  await dropReportRows(client, place, assessments);
  await dropCases(client, place, heads, keys);
  await dropSearchRows(client, place, whole, keys);
  await dropRelated(client, place, heads);
  await client.query(
    `delete from erased_event d using jsonb_to_recordset($3::jsonb) as x(k smallint, h text)
      where d.tenant_id = $1 and d.environment_id = $2 and d.kind = x.k and d.id_hash = x.h`,
    [
      tenantId,
      environmentId,
      JSON.stringify(assessments.filter(isErased).map(({ kind, eventId }) => ({ k: kindCodeOf(kind), h: eventId }))),
    ],
  );
  // In the order in which events are written, so that no two transactions wait for each other.
  await client.query(
    `with gone as materialized (
       select i.kind, i.event_id from jsonb_to_recordset($3::jsonb) as x(k smallint, i text)
         join event_identity i on i.tenant_id = $1 and i.environment_id = $2 and i.kind = x.k and i.event_id = x.i
        order by i.kind, i.event_id for update of i)
     delete from event_identity i using gone
      where i.tenant_id = $1 and i.environment_id = $2 and i.kind = gone.kind and i.event_id = gone.event_id`,
    [tenantId, environmentId, keys],
  );
};
