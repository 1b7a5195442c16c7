import type { AssessmentKind, BackfillStatus, SearchAttributeType } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import { kindCodeOf, kindOfCode } from '../log/log-event.ts';
import type { SearchAttributeTask } from '../schema/search-attribute-tables.ts';

/** Work on stored events for an attribute: how far it is, and how it ended. */
export type SearchAttributeWork = {
  readonly task: SearchAttributeTask;
  readonly status: BackfillStatus;
  readonly eventsTotal: number;
  readonly eventsDone: number;
  /** Events that carried the attribute. */
  readonly eventsFound: number;
  readonly eventsPerSecond: number;
  readonly problem: string | null;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
};

/** An attribute that an environment made searchable, for its events and those of the environments below. */
export type StoredSearchAttribute = {
  readonly id: Id;
  readonly environmentId: Id;
  readonly kind: AssessmentKind;
  readonly path: string;
  readonly type: SearchAttributeType;
  readonly createdBy: string;
  readonly createdAt: Date;
  /** Null where stored events were never looked at. */
  readonly work: SearchAttributeWork | null;
};

/** All of a tenant, in the order they were made. */
export const listSearchAttributes = async (trx: TenantTransaction): Promise<readonly StoredSearchAttribute[]> => {
  const rows = await trx
    .selectFrom('search_attribute')
    .selectAll()
    .orderBy('created_at')
    .orderBy('path')
    .orderBy('attribute_id')
    .execute();
  return rows.map((row) => ({
    id: row.attribute_id,
    environmentId: row.environment_id,
    kind: kindOfCode(row.kind) as AssessmentKind,
    path: row.path,
    type: row.type,
    createdBy: row.created_by,
    createdAt: row.created_at,
    work:
      row.task === null || row.status === null
        ? null
        : {
            task: row.task,
            status: row.status,
            eventsTotal: row.events_total,
            eventsDone: row.events_done,
            eventsFound: row.events_found,
            eventsPerSecond: row.events_per_second,
            problem: row.problem,
            startedAt: row.started_at ?? row.created_at,
            finishedAt: row.finished_at,
          },
  }));
};

export type NewSearchAttribute = Omit<StoredSearchAttribute, 'work'>;

export const insertSearchAttribute = async (
  trx: TenantTransaction,
  tenantId: Id,
  attribute: NewSearchAttribute,
): Promise<void> => {
  await trx
    .insertInto('search_attribute')
    .values({
      tenant_id: tenantId,
      attribute_id: attribute.id,
      environment_id: attribute.environmentId,
      kind: kindCodeOf(attribute.kind),
      path: attribute.path,
      type: attribute.type,
      created_by: attribute.createdBy,
      created_at: attribute.createdAt,
      task: null,
      status: null,
      problem: null,
      node_id: null,
    })
    .execute();
};

/** Leaves work on stored events for a node to find; it begins with the first event. */
export const beginSearchAttributeWork = async (
  trx: TenantTransaction,
  id: Id,
  work: { readonly task: SearchAttributeTask; readonly eventsTotal: number; readonly at: Date },
): Promise<void> => {
  await trx
    .updateTable('search_attribute')
    .set({
      task: work.task,
      status: 'waiting',
      read_position: 0,
      events_total: work.eventsTotal,
      events_done: 0,
      events_found: 0,
      events_per_second: 0,
      problem: null,
      node_id: null,
      seen_at: null,
      started_at: work.at,
      finished_at: null,
    })
    .where('attribute_id', '=', id)
    .execute();
};

/** Moves work on stored events from one of some states to another; false where it stands in none of them. */
export const moveSearchAttributeWork = async (
  trx: TenantTransaction,
  id: Id,
  from: readonly BackfillStatus[],
  to: { readonly status: BackfillStatus; readonly finishedAt: Date | null },
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('search_attribute')
    .set({ status: to.status, finished_at: to.finishedAt, problem: null, node_id: null, seen_at: null })
    .where('attribute_id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** How many stored events environments have, of whatever kind. */
export const countStoredEvents = async (trx: TenantTransaction, environmentIds: readonly Id[]): Promise<number> => {
  const row = await trx
    .selectFrom('segment')
    .select(sql<number>`coalesce(sum(event_count), 0)::bigint`.as('events'))
    .where('environment_id', 'in', environmentIds)
    .executeTakeFirstOrThrow();
  return row.events;
};
