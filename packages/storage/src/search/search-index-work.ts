import type { OwnValues } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import type pg from 'pg';
import type { Database } from '../database/database.ts';
import { advanceJob, JobLost, type ClaimedJob } from '../jobs/job-claims.ts';
import { isAssessment, isErased, type StoredAssessment, type StoredHead } from '../log/log-event.ts';
import { asIngest } from '../log/read-log.ts';
import { insertMissingLinks, linkRowsOf } from '../projections/search/link-rows.ts';
import { INDEX_ATTRIBUTES, linkedValuesOf } from '../projections/search/links.ts';
import { ownAttributesOf, writeOwnAttributes } from '../projections/search/own-attributes.ts';
import { searchProjector } from '../projections/search/search.projector.ts';
import type { SearchIndexTask } from '../schema/events/search-index-tables.ts';

/** Rows of one step: a transaction stays short. */
const MAX_REMOVED = 2000;

type Work = { readonly task: SearchIndexTask; readonly removeUntil: number | null; readonly readPosition: number };

/**
 * What is left to do. The row stays locked until the step ends: a change of the switch comes before or after the whole of it.
 *
 * @throws `JobLost` where it is another work than the job's.
 */
const lockWork = async (
  client: pg.ClientBase,
  { tenantId }: ClaimedJob,
  tasks: readonly SearchIndexTask[],
): Promise<Work> => {
  const { rows } = await client.query<Work>(
    `select task, remove_until as "removeUntil", read_position as "readPosition" from search_index
      where tenant_id = $1 and task = any ($2) for update`,
    [tenantId, tasks],
  );
  const [work] = rows;
  if (work === undefined) throw new JobLost();
  return work;
};

/**
 * Where search stands, once the step of its projector that is under way has ended. Later ones know of the switch as it is
 * now, because they read it after they have taken this lock.
 */
const waitForProjector = async (client: pg.ClientBase): Promise<number> => {
  const { rows } = await client.query<{ position: number }>(
    'select position from projection_state where projector = $1 for update',
    [searchProjector.name],
  );
  return rows[0]?.position ?? 0;
};

const removeSome = async (
  client: pg.ClientBase,
  tenantId: Id,
  environmentIds: readonly Id[],
  until: number | null,
): Promise<number> => {
  const links = await client.query(
    `delete from event_link where ctid = any (array(
       select ctid from event_link
        where tenant_id = $1 and environment_id = any ($2::uuid[]) and attribute = any ($4::smallint[])
          and position <= coalesce($3, position) limit ${MAX_REMOVED}))`,
    [tenantId, environmentIds, until, INDEX_ATTRIBUTES],
  );
  if ((links.rowCount ?? 0) > 0) return links.rowCount ?? 0;
  const own = await client.query(
    `delete from event_attribute where ctid = any (array(
       select ctid from event_attribute
        where tenant_id = $1 and environment_id = any ($2::uuid[])
          and position <= coalesce($3, position) limit ${MAX_REMOVED}))`,
    [tenantId, environmentIds, until],
  );
  return own.rowCount ?? 0;
};

/**
 * Takes some rows of the index away; 0 where none are left and none can follow.
 *
 * @throws `JobLost` where the claim no longer holds, or another work is to be done.
 */
export const removeIndexRows = (database: Database, job: ClaimedJob, environmentIds: readonly Id[]): Promise<number> =>
  asIngest(database.pools.ingest, [job.tenantId], async (client) => {
    const { removeUntil } = await lockWork(client, job, ['remove', 'rebuild']);
    let removed = await removeSome(client, job.tenantId, environmentIds, removeUntil);
    if (removed === 0) {
      await waitForProjector(client);
      removed = await removeSome(client, job.tenantId, environmentIds, removeUntil);
    }
    await advanceJob(client, job, { done: removed });
    return removed;
  });

/** Where filling stands, and how far search has come that it may go. @throws `JobLost`. */
export const readIndexFill = (
  database: Database,
  job: ClaimedJob,
): Promise<{ readonly from: number; readonly until: number }> =>
  asIngest(database.pools.ingest, [job.tenantId], async (client) => {
    const { readPosition } = await lockWork(client, job, ['fill']);
    return { from: readPosition, until: await waitForProjector(client) };
  });

export type IndexFillStep = {
  readonly events: readonly StoredHead[];
  /** Last position looked at. */
  readonly to: number;
  readonly eventsDone: number;
  readonly eventsPerSecond: number;
};

type Row = { readonly position: number; readonly own: OwnValues | null };

/** Rows of events that are searched, locked: one that is erased meanwhile gets no values back. */
const lockRows = async (
  client: pg.ClientBase,
  tenantId: Id,
  events: readonly StoredAssessment[],
): Promise<ReadonlyMap<number, Row>> => {
  const { rows } = await client.query<Row>(
    `select s.position, s.own
       from jsonb_to_recordset($2::jsonb) as x(e uuid, et timestamptz, o bigint)
       join event_search s on s.tenant_id = $1 and s.environment_id = x.e and s.event_time = x.et and s.position = x.o
        for update of s`,
    [
      tenantId,
      JSON.stringify(
        events.map(({ environmentId, eventTimeMs, position }) => ({
          e: environmentId,
          et: new Date(eventTimeMs).toISOString(),
          o: position,
        })),
      ),
    ],
  );
  return new Map(rows.map((row) => [row.position, row]));
};

/** What links events besides their columns: rows written before those were kept get it now. */
const writeLinkedValues = async (
  client: pg.ClientBase,
  tenantId: Id,
  events: readonly StoredAssessment[],
): Promise<void> => {
  const rows = events.flatMap(({ environmentId, eventTimeMs, position, facts }) => {
    const values = linkedValuesOf(facts);
    const at = { e: environmentId, et: new Date(eventTimeMs).toISOString(), o: position };
    return values === undefined ? [] : [{ ...at, v: values }];
  });
  if (rows.length === 0) return;
  await client.query(
    `update event_search s set linked_values = x.v
       from jsonb_to_recordset($2::jsonb) as x(e uuid, et timestamptz, o bigint, v jsonb)
      where s.tenant_id = $1 and s.environment_id = x.e and s.event_time = x.et and s.position = x.o
        and s.linked_values is null`,
    [tenantId, JSON.stringify(rows)],
  );
};

/**
 * Writes the rows of some events anew and moves the work on, in one transaction. Values of own fields are taken from the
 * event's row, which has those that were looked for later too.
 *
 * @throws `JobLost`.
 */
export const writeIndexFillStep = (
  database: Database,
  job: ClaimedJob,
  { events, to, eventsDone, eventsPerSecond }: IndexFillStep,
): Promise<void> =>
  asIngest(database.pools.ingest, [job.tenantId], async (client) => {
    await lockWork(client, job, ['fill']);
    await client.query('update search_index set read_position = $2 where tenant_id = $1', [job.tenantId, to]);
    await advanceJob(client, job, { done: eventsDone, perSecond: eventsPerSecond });
    const assessments = events.filter((event): event is StoredAssessment => !isErased(event) && isAssessment(event));
    if (assessments.length === 0) return;
    const rows = await lockRows(client, job.tenantId, assessments);
    const standing = assessments.filter(({ position }) => rows.has(position));
    await insertMissingLinks(client, standing.flatMap(linkRowsOf));
    await writeLinkedValues(client, job.tenantId, standing);
    await writeOwnAttributes(
      client,
      standing.map((event) => ({ ...ownAttributesOf(event), own: rows.get(event.position)?.own ?? {} })),
    );
  });
