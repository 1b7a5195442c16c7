import type { EntrySource } from '@redoubt/domain';
import type { Id, Json, JsonObject } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { Database, TenantTransaction } from '../database/database.ts';
import { kindOfCode, type StoredEvent } from '../log/log-event.ts';
import { runOn } from '../log/environment-range.ts';
import { LAST_POSITION, mayHold } from '../log/merged-segments.ts';
import { asIngest, nextRange, readRange, readStreamPosition } from '../log/read-log.ts';
import { eventsWithin, onlyAt, type SegmentRow } from '../log/segment-codec.ts';
import { caseIdOf } from '../projections/cases/case-id.ts';
import type { TracePositions } from './trace-subscription.repository.ts';

/** Events of the log after a position, and the position reached; that of the others is skipped, too. */
export type TracedEvents = { readonly events: readonly StoredEvent[]; readonly reached: number };

/** Ranges without events of the tenant that one look passes over. */
const MOST_RANGES = 40;

/**
 * Events of environments of a tenant after a position of the log.
 *
 * @param most about how many events are read.
 */
export const readTracedEvents = async (
  database: Database,
  { tenantId, environmentIds }: { readonly tenantId: Id; readonly environmentIds: ReadonlySet<Id> },
  after: number,
  most: number,
): Promise<TracedEvents> => {
  let reached = after;
  for (let looked = 0; looked < MOST_RANGES; looked += 1) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one range after the other
    const range = await nextRange(database.pools.ingest, reached, most);
    if (range === undefined) break;
    reached = range.lastPosition;
    if (!range.tenantIds.includes(tenantId)) continue;
    // oxlint-disable-next-line eslint/no-await-in-loop -- one range after the other
    const read = await asIngest(database.pools.ingest, [tenantId], (client) => readRange(client, range));
    const events = read.filter(({ environmentId }) => environmentIds.has(environmentId));
    if (events.length > 0) return { events, reached };
  }
  return { events: [], reached };
};

/** Segments of any environment of a tenant that hold a position. */
const FIND_IN_TENANT = `select s.tenant_id, s.environment_id, s.first_position, s.codec, s.heads, s.data from segment s
  where s.tenant_id = $1 and ${mayHold('$3', '$2')} and ${LAST_POSITION} >= $3::bigint`;

/** The event at a position of the log; undefined where the tenant has none there. */
export const readTracedEvent = async (
  database: Database,
  tenantId: Id,
  position: number,
): Promise<StoredEvent | undefined> => {
  const { rows } = await database.pools.ingest.query<{ committed: string }>(
    `select committed_at::text as committed from commit_batch where first_position <= $1
      order by first_position desc limit 1`,
    [position],
  );
  const committed = rows[0]?.committed;
  if (committed === undefined) return undefined;
  const segments = await asIngest(database.pools.ingest, [tenantId], (client) =>
    runOn(client)<SegmentRow>(FIND_IN_TENANT, [tenantId, committed, position]),
  );
  return segments.flatMap((segment) => eventsWithin(segment, onlyAt(position)))[0];
};

/** An entry of the activity log as it is sent. */
export type TracedActivity = {
  /** Place in the chain of the tenant. */
  readonly position: number;
  readonly entryId: Id;
  readonly environmentId: Id | null;
  readonly at: Date;
  readonly actorId: string;
  readonly operation: string;
  readonly resourceType: string;
  readonly resourceId: string;
  readonly resourceName: string;
  readonly original: Json;
  readonly modified: Json;
  readonly correlationId: string | null;
};

/** Entries of the activity log of the whole tenant after a place in its chain, in order. */
export const readTracedActivity = async (
  trx: TenantTransaction,
  after: number,
  most: number,
): Promise<readonly TracedActivity[]> => {
  const { rows } = await sql<TracedActivity>`
    select l.sequence as position, e.entry_id as "entryId", e.environment_id as "environmentId", e.at,
        e.actor_id as "actorId", e.operation, e.resource_type as "resourceType", e.resource_id as "resourceId",
        e.resource_name as "resourceName", e.original, e.modified, e.correlation_id as "correlationId"
      from audit_link l join audit_entry e on e.tenant_id = l.tenant_id and e.entry_id = l.entry_id
     where l.sequence > ${after} order by l.sequence limit ${most}`.execute(trx);
  return rows;
};

/** Something that happened to a case, as it is sent. */
export type TracedCaseEntry = {
  /** Place among all that happened to cases of the tenant. */
  readonly position: number;
  readonly environmentId: Id;
  readonly kind: ReturnType<typeof kindOfCode>;
  readonly eventId: string;
  readonly caseId: Id;
  readonly body: JsonObject;
  readonly action: string;
  readonly source: EntrySource;
  readonly actor: string;
  readonly actorId: string;
  readonly at: Date;
  readonly number: number;
};

/** What happened to cases of the whole tenant after a place, in order. */
export const readTracedCases = async (
  trx: TenantTransaction,
  tenantId: Id,
  after: number,
  most: number,
): Promise<readonly TracedCaseEntry[]> => {
  const rows = await trx
    .selectFrom('case_entry')
    .selectAll()
    .where('sequence', '>', after)
    .limit(most)
    .orderBy('sequence')
    .execute();
  return rows.map(({ sequence, environment_id: environmentId, kind, event_id: eventId, ...row }) => ({
    position: sequence,
    environmentId,
    kind: kindOfCode(kind),
    eventId,
    caseId: caseIdOf({ tenantId, environmentId, kind, eventId }),
    body: row.body as JsonObject,
    action: row.action,
    source: row.source,
    actor: row.actor,
    actorId: row.actor_id,
    at: row.at,
    number: row.number,
  }));
};

/** The ends of the sources that follow the tenant: of the activity log and of what happened to cases. */
export const readTraceHeads = async (trx: TenantTransaction): Promise<Omit<TracePositions, 'log'>> => {
  const { rows } = await sql<{ activity: number; case: number }>`
    select coalesce((select sequence from audit_head), 0) as activity,
           coalesce((select sequence from case_entry_head), 0) as case`.execute(trx);
  return rows[0] ?? { activity: 0, case: 0 };
};

/** Where everything stands now: what happens from here on comes after it. */
export const currentTracePositions = async (
  database: Pick<Database, 'pools'>,
  trx: TenantTransaction,
): Promise<TracePositions> => ({
  log: await readStreamPosition(database.pools.ingest),
  ...(await readTraceHeads(trx)),
});

/** The positions before everything that happened at or after a moment. */
export const tracePositionsAt = async (
  database: Pick<Database, 'pools'>,
  trx: TenantTransaction,
  at: Date,
): Promise<TracePositions> => {
  const current = await currentTracePositions(database, trx);
  const { rows: batches } = await database.pools.ingest.query<{ first: number }>(
    'select first_position as first from commit_batch where committed_at >= $1 order by first_position limit 1',
    [at],
  );
  const { rows } = await sql<{ activity: number | null; case: number | null }>`
    select (select min(l.sequence) from audit_entry e
              join audit_link l on l.tenant_id = e.tenant_id and l.entry_id = e.entry_id where e.at >= ${at}) as activity,
           (select min(sequence) from case_entry where at >= ${at}) as case`.execute(trx);
  const before = (first: number | null | undefined, end: number): number =>
    typeof first === 'number' ? first - 1 : end;
  return {
    log: before(batches[0]?.first, current.log),
    activity: before(rows[0]?.activity, current.activity),
    case: before(rows[0]?.case, current.case),
  };
};
