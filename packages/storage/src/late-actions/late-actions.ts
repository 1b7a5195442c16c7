import type { LoggedAssessmentKind } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import type { Database } from '../database/database.ts';
import { queueJobs, queueJobsStatement } from '../jobs/queue-jobs.ts';
import { kindCodeOf, kindOfCode } from '../log/log-event.ts';
import { asIngest, type EventKey } from '../log/read-log.ts';

/** An event whose late actions are past their due time, so that no node is known to run them. */
export type DueLateActions = EventKey & { readonly kind: LoggedAssessmentKind; readonly attempts: number };

const valuesOf = ({ tenantId, environmentId, kind, eventId }: EventKey) => [
  tenantId,
  environmentId,
  kindCodeOf(kind),
  eventId,
];

/** Notes that an event has late actions. @param graceMs how long this node may take before another one continues. */
export const recordLateActions = (database: Database, key: EventKey, graceMs: number): Promise<void> =>
  asIngest(database.pools.ingest, [key.tenantId], async (client) => {
    await client.query(
      `insert into late_action (tenant_id, environment_id, kind, event_id, due_at)
       values ($1, $2, $3, $4, now() + $5 * interval '1 millisecond') on conflict do nothing`,
      [...valuesOf(key), graceMs],
    );
  });

/** Notes that the late actions of an event have ended. */
export const deleteLateActions = (database: Database, key: EventKey): Promise<void> =>
  asIngest(database.pools.ingest, [key.tenantId], async (client) => {
    await client.query(
      'delete from late_action where tenant_id = $1 and environment_id = $2 and kind = $3 and event_id = $4',
      valuesOf(key),
    );
  });

type Row = {
  readonly t: string;
  readonly e: string;
  readonly k: number;
  readonly i: string;
  readonly attempts: number;
};

/** Takes the event of an environment that is due for longest, for as long as the grace lasts; undefined where none is due. */
export const claimLateActions = (
  database: Database,
  { tenantId, environmentId }: { readonly tenantId: Id; readonly environmentId: Id },
  graceMs: number,
): Promise<DueLateActions | undefined> =>
  asIngest(database.pools.ingest, [tenantId], async (client) => {
    const { rows } = await client.query<Row>(
      `update late_action set attempts = attempts + 1, due_at = now() + $3 * interval '1 millisecond'
        where (tenant_id, environment_id, kind, event_id) = (
          select tenant_id, environment_id, kind, event_id from late_action
           where tenant_id = $1 and environment_id = $2 and due_at <= now()
           order by due_at limit 1 for update skip locked)
        returning tenant_id as t, environment_id as e, kind as k, event_id as i, attempts`,
      [tenantId, environmentId, graceMs],
    );
    const [row] = rows;
    if (row === undefined) return undefined;
    const kind = kindOfCode(row.k) as LoggedAssessmentKind;
    return { tenantId: row.t, environmentId: row.e, kind, eventId: row.i, attempts: row.attempts };
  });

const QUEUE = queueJobsStatement('lateActions', `late_action where due_at <= now()`, 'now()');

/** Queues a job for each environment that has late actions past their due time. */
export const queueLateActionJobs = async (database: Database): Promise<void> => {
  await queueJobs(database, QUEUE, []);
};
