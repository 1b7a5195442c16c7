import type { LoggedAssessmentKind, SubjectRequestType, SubjectStage } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import type pg from 'pg';
import type { Database } from '../database/database.ts';
import { advanceJob, JobLost, type ClaimedJob } from '../jobs/job-claims.ts';
import { kindCodeOf, type StoredEvent } from '../log/log-event.ts';
import { lockSegments } from '../log/merged-segments.ts';
import { asIngest, readLastPosition } from '../log/read-log.ts';
import { eraseEvents, type Erasure } from './erase-events.ts';
import { recordOwnValues, recordTargets, type SubjectLookup } from './subject-search.ts';
import { readSubjectSegments, subjectKeyOf, targetKey, type SegmentRange } from './subject-segments.ts';

/** A request that this node works on, as it stood when it was claimed. */
export type ClaimedSubjectRequest = {
  readonly tenantId: Id;
  readonly id: Id;
  readonly job: ClaimedJob;
  readonly environmentId: Id;
  readonly type: SubjectRequestType;
  readonly assessment: string;
  readonly property: string;
  readonly sealedValue: string;
  readonly stage: SubjectStage;
  readonly until: number | null;
  readonly cursor: number;
};

/** Marks the request of a job as worked on, and reads where it stands. @throws `JobLost` where it is gone. */
export const beginSubjectWork = (database: Database, job: ClaimedJob): Promise<ClaimedSubjectRequest> =>
  asIngest(database.pools.ingest, [job.tenantId], async (client) => {
    const { rows } = await client.query<Omit<ClaimedSubjectRequest, 'job'>>(
      `update subject_request set status = 'Processing', problem = null
        where tenant_id = $1 and request_id = $2 and sealed_value is not null
          and ((status = 'Pending' and not awaits_approval) or status = 'Processing')
        returning tenant_id as "tenantId", request_id as id, environment_id as "environmentId", type, assessment, property,
          sealed_value as "sealedValue", stage, until_position as until, cursor`,
      [job.tenantId, job.subjectId],
    );
    const [row] = rows;
    if (row === undefined) throw new JobLost();
    await advanceJob(client, job, { done: 0 });
    return { ...row, job };
  });

/** Moves a request on in its own transaction. @throws `JobLost` where it is no longer this node's. */
const advance = async (
  client: pg.ClientBase,
  { tenantId, id, job }: ClaimedSubjectRequest,
  to: { readonly stage: SubjectStage; readonly cursor: number; readonly until?: number },
): Promise<void> => {
  await client.query(
    `update subject_request set stage = $3, cursor = $4, until_position = coalesce($5, until_position)
      where tenant_id = $1 and request_id = $2`,
    [tenantId, id, to.stage, to.cursor, to.until ?? null],
  );
  await advanceJob(client, job, { done: 0 });
};

const stepInTransaction = <T>(
  database: Database,
  claimed: ClaimedSubjectRequest,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> => asIngest(database.pools.ingest, [claimed.tenantId], work);

/** Projectors whose rows say what stands in events of the person. */
const PERSONAL_PROJECTORS = ['search', 'cases', 'reports'];

/** How far these are: what they do not know yet cannot be found, and would be written after the erasure. */
export const projectedPosition = async (client: pg.ClientBase, lock: '' | 'for update'): Promise<number> => {
  const { rows } = await client.query<{ position: number }>(
    `select position from projection_state where projector = any($1) order by projector ${lock}`,
    [PERSONAL_PROJECTORS],
  );
  return rows.length < PERSONAL_PROJECTORS.length ? 0 : Math.min(...rows.map(({ position }) => position));
};

/** A person known by something that is not indexed: events are read, and the person's distinguished by what they say. */
export type SubjectScan = {
  readonly kind: LoggedAssessmentKind;
  readonly matches: (event: StoredEvent) => boolean;
};

/**
 * One step of looking for the person's events. Asked again while it answers `later`, where search rows lag behind, or
 * `more`.
 */
export const findSubjectStep = async (
  database: Database,
  claimed: ClaimedSubjectRequest,
  subject: { readonly lookup: SubjectLookup } | { readonly scan: SubjectScan; readonly environmentIds: readonly Id[] },
): Promise<
  { readonly outcome: 'later' } | { readonly outcome: 'more' | 'done'; readonly cursor: number; readonly until: number }
> => {
  const until = claimed.until ?? (await readLastPosition(database));
  return stepInTransaction(database, claimed, async (client) => {
    await lockSegments(client, claimed.tenantId);
    if ((await projectedPosition(client, '')) < until) {
      await advance(client, claimed, { stage: 'find', cursor: claimed.cursor, until });
      return { outcome: 'later' as const };
    }
    let cursor = until;
    let isLast = true;
    if ('lookup' in subject) {
      await recordTargets(client, claimed.id, subject.lookup);
    } else {
      const { scan, environmentIds } = subject;
      const range = { tenantId: claimed.tenantId, environmentIds, after: claimed.cursor, until };
      const found = await readSubjectSegments(client, range, {
        head: ({ kind }) => kind === scan.kind,
        event: scan.matches,
      });
      ({ cursor, isLast } = found);
      const ids = found.segments.flatMap(({ events, mine }) =>
        mine.map((place) => events[place] as StoredEvent).map(({ environmentId: e, eventId: i }) => ({ e, i })),
      );
      await client.query(
        `insert into subject_target (tenant_id, request_id, environment_id, kind, event_id)
         select $1, $2, x.e, $3, x.i from jsonb_to_recordset($4::jsonb) as x(e uuid, i text) on conflict do nothing`,
        [claimed.tenantId, claimed.id, kindCodeOf(scan.kind), JSON.stringify(ids)],
      );
    }
    if (isLast) await recordOwnValues(client, claimed.tenantId, claimed.id);
    const next = isLast ? { stage: 'take' as const, cursor: 0, until } : { stage: 'find' as const, cursor, until };
    await advance(client, claimed, next);
    return { outcome: isLast ? ('done' as const) : ('more' as const), cursor: next.cursor, until };
  });
};

/** Ids of what was found for a request. */
export const readTargets = (
  database: Database,
  { tenantId, id }: ClaimedSubjectRequest,
): Promise<ReadonlySet<string>> =>
  asIngest(database.pools.ingest, [tenantId], async (client) => {
    const { rows } = await client.query<{ e: Id; k: number; i: string }>(
      'select environment_id as e, kind as k, event_id as i from subject_target where tenant_id = $1 and request_id = $2',
      [tenantId, id],
    );
    return new Set(rows.map(({ e, k, i }) => targetKey(e, k, i)));
  });

const COUNT = `update subject_request r set
    counts = (select jsonb_object_agg(k, n) from (
                select k, sum(n) as n from (
                  select key as k, value::bigint as n from jsonb_each_text(r.counts)
                  union all select key, value::bigint from jsonb_each_text($3::jsonb)) every group by k) summed),
    first_at = least(first_at, $4), last_at = greatest(last_at, $5)
  where tenant_id = $1 and request_id = $2`;

const count = async (
  client: pg.ClientBase,
  { tenantId, id }: ClaimedSubjectRequest,
  events: readonly StoredEvent[],
): Promise<void> => {
  if (events.length === 0) return;
  const counts = Object.fromEntries(
    [...Map.groupBy(events, ({ kind }) => kindCodeOf(kind))].map(([code, some]) => [code, some.length]),
  );
  const times = events.map(({ eventTimeMs }) => eventTimeMs);
  await client.query(COUNT, [
    tenantId,
    id,
    JSON.stringify(counts),
    new Date(Math.min(...times)),
    new Date(Math.max(...times)),
  ]);
};

const appendExport = (client: pg.ClientBase, { tenantId, id }: ClaimedSubjectRequest, data: Buffer) =>
  client.query(
    `insert into subject_export (tenant_id, request_id, part, data)
     select $1, $2, count(*), $3 from subject_export where tenant_id = $1 and request_id = $2`,
    [tenantId, id, data],
  );

/** Adds to the export of a request that this node works on; a part may be there twice after a node died. */
export const appendSubjectExport = (
  database: Database,
  claimed: ClaimedSubjectRequest,
  data: Buffer,
): Promise<unknown> => stepInTransaction(database, claimed, (client) => appendExport(client, claimed, data));

/** What is done with the person's events: erased, or written into an export. */
export type TakeAction =
  | { readonly kind: 'erase'; readonly erasure: Erasure }
  | { readonly kind: 'export'; readonly encode: (events: readonly StoredEvent[]) => Buffer };

/**
 * Takes the next segments of the log, whole or not at all: a node that dies between two steps leaves the request where the
 * last one ended.
 */
export const takeSubjectStep = async (
  database: Database,
  claimed: ClaimedSubjectRequest & { readonly until: number },
  targets: ReadonlySet<string>,
  environmentIds: readonly Id[],
  action: TakeAction,
): Promise<{ readonly cursor: number; readonly isLast: boolean }> =>
  stepInTransaction(database, claimed, async (client) => {
    await lockSegments(client, claimed.tenantId);
    // The projector takes this row first as well: it reads either what was before, and is waited for, or what is left.
    if (action.kind === 'erase' && (await projectedPosition(client, 'for update')) < claimed.until) {
      return { cursor: claimed.cursor, isLast: false };
    }
    const range: SegmentRange = {
      tenantId: claimed.tenantId,
      environmentIds,
      after: claimed.cursor,
      until: claimed.until,
    };
    const { cursor, isLast, segments } = await readSubjectSegments(client, range, {
      head: (head) => {
        const key = subjectKeyOf(head);
        return key !== undefined && targets.has(targetKey(head.environmentId, key.code, key.id));
      },
    });
    const events = segments.flatMap(({ events: all, mine }) => mine.map((place) => all[place] as StoredEvent));
    if (action.kind === 'erase') await eraseEvents(client, action.erasure, segments);
    else if (events.length > 0) await appendExport(client, claimed, action.encode(events));
    await count(client, claimed, events);
    const next = { stage: isLast ? ('sweep' as const) : ('take' as const), cursor: isLast ? 0 : cursor };
    await advance(client, claimed, next);
    return { cursor, isLast };
  });

/** Tables besides the log and its projections that name events; the test looks for others. */
export const TABLES_WITH_EVENT_IDS = [
  'call_failure',
  'experiment_difference',
  'late_action',
  'case_entry',
  'case_consequence',
  'event_attachment',
  'event_note',
  'event_note_draft',
  'legal_hold',
  'booster_sharing',
] as const;

/** Of these, the ones that do not say of which kind the event is: events of two kinds may have one id. */
const WITHOUT_KIND: ReadonlySet<string> = new Set<(typeof TABLES_WITH_EVENT_IDS)[number]>(['experiment_difference']);

/**
 * Removes what nodes noted beside the log: refused and recent calls that say the value, and lists of events that name the
 * person's.
 */
export const sweepRecords = (
  database: Database,
  { tenantId, id }: Pick<ClaimedSubjectRequest, 'tenantId' | 'id'>,
  value: string,
): Promise<void> =>
  asIngest(database.pools.ingest, [tenantId], async (client) => {
    for (const table of TABLES_WITH_EVENT_IDS) {
      const ofKind = WITHOUT_KIND.has(table) ? '' : 'and d.kind = t.kind';
      await client.query(
        `delete from ${table} d using subject_target t
          where t.tenant_id = $1 and t.request_id = $2 and d.tenant_id = $1 and d.environment_id = t.environment_id
            and d.event_id = t.event_id ${ofKind}`,
        [tenantId, id],
      );
    }
    await client.query('delete from legal_hold where tenant_id = $1 and subject = $2', [tenantId, value]);
    const written = JSON.stringify(value).slice(1, -1);
    await client.query(
      `delete from refused_call where tenant_id = $1
          and (position($2 in concat(message, excerpt, path)) > 0 or position($3 in concat(message, excerpt, path)) > 0)`,
      [tenantId, value, written],
    );
    await client.query(
      `update recent_call set calls = coalesce(
           (select jsonb_agg(c) from jsonb_array_elements(calls) as c where position($2 in c::text) = 0), '[]')
        where tenant_id = $1 and position($2 in calls::text) > 0`,
      [tenantId, written],
    );
  });
