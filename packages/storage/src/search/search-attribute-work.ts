import type { AssessmentKind, OwnValue } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import type { Database } from '../database/database.ts';
import { kindCodeOf, kindOfCode } from '../log/log-event.ts';
import { asIngest, readLastPosition } from '../log/read-log.ts';
import { comparedValue } from '../projections/own-attributes.ts';
import { readPositions } from '../projections/projection-step.ts';
import { searchProjector } from '../projections/search.projector.ts';
import type { SearchAttributeTask } from '../schema/search-attribute-tables.ts';

/** Work of an attribute that this node does. */
export type ClaimedSearchWork = {
  readonly id: Id;
  readonly tenantId: Id;
  readonly environmentId: Id;
  readonly kind: AssessmentKind;
  readonly path: string;
  readonly task: SearchAttributeTask;
  /** Position of the log up to which events were looked at. */
  readonly readPosition: number;
  readonly eventsPerSecond: number;
  readonly startedAt: Date;
};

/** A node that says nothing for so long has lost what it works on. */
const ABANDONED_S = 15;

/** Takes the oldest work that no node does, of any tenant; undefined where there is none. */
export const claimSearchWork = async (database: Database, nodeId: Id): Promise<ClaimedSearchWork | undefined> => {
  const tenantIds = (await database.listTenants()).map(({ tenantId }) => tenantId);
  return asIngest(database.pools.ingest, tenantIds, async (client) => {
    const { rows } = await client.query<Omit<ClaimedSearchWork, 'kind'> & { readonly code: number }>(
      `update search_attribute set status = 'running', node_id = $1, seen_at = now()
        where (tenant_id, attribute_id) = (
          select tenant_id, attribute_id from search_attribute
           where status = 'waiting' or (status = 'running' and (node_id = $1 or seen_at < now() - make_interval(secs => $2)))
           order by started_at, attribute_id limit 1 for update skip locked)
        returning attribute_id as id, tenant_id as "tenantId", environment_id as "environmentId", kind as code, path, task,
                  read_position as "readPosition", events_per_second as "eventsPerSecond", started_at as "startedAt"`,
      [nodeId, ABANDONED_S],
    );
    const [row] = rows;
    if (row === undefined) return undefined;
    const { code, ...claimed } = row;
    return { ...claimed, kind: kindOfCode(code) as AssessmentKind };
  });
};

const OURS = "tenant_id = $1 and attribute_id = $2 and status = 'running' and node_id = $3";

/** Leaves work to whichever node asks next; nothing where it is not this node's any more. */
export const releaseSearchWork = (database: Database, { id, tenantId }: ClaimedSearchWork, nodeId: Id): Promise<void> =>
  asIngest(database.pools.ingest, [tenantId], async (client) => {
    await client.query(`update search_attribute set status = 'waiting', node_id = null, seen_at = null where ${OURS}`, [
      tenantId,
      id,
      nodeId,
    ]);
  });

/** Ends work; an attribute whose values are all taken away is gone. Nothing where it is not this node's any more. */
export const finishSearchWork = (
  database: Database,
  { id, tenantId, task }: ClaimedSearchWork,
  nodeId: Id,
  end: { readonly problem: string | null; readonly at: Date },
): Promise<void> =>
  asIngest(database.pools.ingest, [tenantId], async (client) => {
    if (task === 'remove' && end.problem === null) {
      await client.query(`delete from search_attribute where ${OURS}`, [tenantId, id, nodeId]);
      return;
    }
    await client.query(
      `update search_attribute set status = $4, problem = $5, finished_at = $6, node_id = null, seen_at = null where ${OURS}`,
      [tenantId, id, nodeId, end.problem === null ? 'done' : 'failed', end.problem, end.at],
    );
  });

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
  readonly nodeId: Id;
  /** Where the step before ended. */
  readonly from: number;
  /** Last position looked at. */
  readonly to: number;
  readonly eventsDone: number;
  readonly eventsPerSecond: number;
  readonly found: readonly FoundValues[];
};

const ADVANCE = `update search_attribute
   set read_position = $5, events_done = events_done + $6, events_found = events_found + $7,
       events_total = greatest(events_total, events_done + $6), events_per_second = $8, seen_at = now()
 where ${OURS} and read_position = $4`;

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

/** Writes down what a step found and moves the work on, in one transaction; false where it is no longer this node's. */
export const writeSearchFillStep = (
  database: Database,
  { id, tenantId, kind, path }: ClaimedSearchWork,
  { nodeId, from, to, eventsDone, eventsPerSecond, found }: SearchFillStep,
): Promise<boolean> =>
  asIngest(database.pools.ingest, [tenantId], async (client) => {
    const moved = await client.query(ADVANCE, [
      tenantId,
      id,
      nodeId,
      from,
      to,
      eventsDone,
      found.length,
      eventsPerSecond,
    ]);
    if (moved.rowCount === 0) return false;
    if (found.length === 0) return true;
    const rows = found.map(({ environmentId, eventTimeMs, position, values }) => ({
      e: environmentId,
      et: new Date(eventTimeMs).toISOString(),
      o: position,
      own: values,
      rows: values.map(comparedValue),
    }));
    await client.query(WRITE, [tenantId, kindCodeOf(kind), path, JSON.stringify(rows)]);
    return true;
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

/** Takes some of an attribute's values away; 0 where none are left, null where the work is no longer this node's. */
export const removeSearchValues = (
  database: Database,
  { id, tenantId, kind, path }: ClaimedSearchWork,
  nodeId: Id,
  environmentIds: readonly Id[],
): Promise<number | null> =>
  asIngest(database.pools.ingest, [tenantId], async (client) => {
    const ours = await client.query(`update search_attribute set seen_at = now() where ${OURS}`, [
      tenantId,
      id,
      nodeId,
    ]);
    if (ours.rowCount === 0) return null;
    const { rows } = await client.query<{ removed: number }>(REMOVE, [
      tenantId,
      environmentIds,
      kindCodeOf(kind),
      path,
    ]);
    return rows[0]?.removed ?? 0;
  });
