import type { LoggedAssessmentKind, OwnValue } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import type { Database } from '../database/database.ts';
import { advanceJob, type ClaimedJob } from '../jobs/job-claims.ts';
import { kindCodeOf } from '../log/log-event.ts';
import { asIngest, readLastPosition } from '../log/read-log.ts';
import { comparedValue } from '../projections/search/own-attributes.ts';
import { readPositions } from '../projections/runner/projection-step.ts';
import { searchProjector } from '../projections/search/search.projector.ts';

/** How far search has come, and how long the log was when it was asked. */
export const readSearchProgress = async (
  database: Database,
): Promise<{ readonly lastPosition: number; readonly projected: number }> => {
  const lastPosition = await readLastPosition(database);
  const positions = await readPositions(database.pools.ingest, [searchProjector]);
  return { lastPosition, projected: positions.get(searchProjector.name) ?? 0 };
};

/** An event that carries the attribute. */
export type FoundValues = {
  readonly environmentId: Id;
  readonly eventTimeMs: number;
  readonly position: number;
  readonly values: readonly OwnValue[];
};

export type SearchFillStep = {
  /** Last position looked at. */
  readonly to: number;
  readonly eventsDone: number;
  readonly eventsPerSecond: number;
  readonly found: readonly FoundValues[];
};

const ADVANCE = `update search_attribute set read_position = $3, events_found = events_found + $4
  where tenant_id = $1 and attribute_id = $2`;

/** Values go only where the event's row stands: an event that was erased meanwhile has none. */
const WRITE = `with x as (
  select * from jsonb_to_recordset($4::jsonb) as x(e uuid, et timestamptz, o bigint, own jsonb, rows jsonb)
), kept as (
  update event_search s set own = coalesce(s.own, '{}'::jsonb) || jsonb_build_object($3::text, x.own)
    from x where s.tenant_id = $1 and s.environment_id = x.e and s.event_time = x.et and s.position = x.o and s.kind = $2
  returning s.environment_id, s.event_time, s.position, x.rows
)
insert into event_attribute (tenant_id, environment_id, kind, field, value, number, event_time, position)
select $1, k.environment_id, $2, $3, r.v, r.n, k.event_time, k.position
  from kept k cross join lateral jsonb_to_recordset(k.rows) as r(v text, n float8)
on conflict do nothing`;

/** Whose values a job writes down or takes away. */
export type SearchPlace = { readonly kind: LoggedAssessmentKind; readonly path: string };

/** Writes down what a step found and moves the work on, in one transaction. @throws `JobLost`. */
export const writeSearchFillStep = (
  database: Database,
  job: ClaimedJob,
  { kind, path }: SearchPlace,
  { to, eventsDone, eventsPerSecond, found }: SearchFillStep,
): Promise<void> =>
  asIngest(database.pools.ingest, [job.tenantId], async (client) => {
    await client.query(ADVANCE, [job.tenantId, job.subjectId, to, found.length]);
    await advanceJob(client, job, { done: eventsDone, perSecond: eventsPerSecond });
    if (found.length === 0) return;
    const rows = found.map(({ environmentId, eventTimeMs, position, values }) => ({
      e: environmentId,
      et: new Date(eventTimeMs).toISOString(),
      o: position,
      own: values,
      rows: values.map(comparedValue),
    }));
    await client.query(WRITE, [job.tenantId, kindCodeOf(kind), path, JSON.stringify(rows)]);
  });

/** Rows of one step: a transaction stays short. */
const MAX_REMOVED = 2000;

const REMOVE = `with gone as (
  delete from event_attribute where ctid = any (array(
    select ctid from event_attribute
     where tenant_id = $1 and environment_id = any ($2::uuid[]) and kind = $3 and field = $4 limit ${MAX_REMOVED}))
  returning environment_id, event_time, position
), events as (
  select distinct environment_id, event_time, position from gone
), stripped as (
  update event_search s set own = nullif(s.own - $4::text, '{}'::jsonb)
    from events g where s.tenant_id = $1 and s.environment_id = g.environment_id and s.event_time = g.event_time
     and s.position = g.position
)
select count(*)::int as removed from gone`;

/** Takes some of an attribute's values away; 0 where none are left. @throws `JobLost`. */
export const removeSearchValues = (
  database: Database,
  job: ClaimedJob,
  { kind, path }: SearchPlace,
  environmentIds: readonly Id[],
): Promise<number> =>
  asIngest(database.pools.ingest, [job.tenantId], async (client) => {
    const { rows } = await client.query<{ removed: number }>(REMOVE, [
      job.tenantId,
      environmentIds,
      kindCodeOf(kind),
      path,
    ]);
    const removed = rows[0]?.removed ?? 0;
    await advanceJob(client, job, { done: removed });
    return removed;
  });
