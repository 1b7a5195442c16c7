import {
  isDefinedAssessment,
  type AssessmentKind,
  type BackfillStatus,
  type DefinedAssessmentKind,
  type JobKind,
  type LoggedKind,
  type SearchableType,
  type SearchAttributeType,
} from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import { deleteJob, queueJob, statusOfJob, type JobAsker } from '../jobs/job.repository.ts';
import { currentPosition } from '../log/current-position.ts';
import { kindCodeOf, kindOfCode } from '../log/log-event.ts';
import type { SearchAttributeTask } from '../schema/authoring/search-attribute-tables.ts';

/** Work on stored events for an attribute: how far it is, and how it ended. */
export type SearchAttributeWork = {
  readonly task: SearchAttributeTask;
  readonly status: BackfillStatus;
  /** Position of the log up to which events were looked at. */
  readonly readPosition: number;
  readonly eventsTotal: number;
  readonly eventsDone: number;
  /** Events that carried the attribute. */
  readonly eventsFound: number;
  readonly eventsPerSecond: number;
  readonly problem: string | null;
  readonly finishedAt: Date | null;
};

type Stored<Kind, Type> = {
  readonly id: Id;
  readonly environmentId: Id;
  readonly kind: Kind;
  readonly path: string;
  readonly type: Type;
  readonly createdBy: string;
  readonly createdAt: Date;
  /** Null where stored events were never looked at. */
  readonly work: SearchAttributeWork | null;
};

/** An attribute that an environment made searchable, for its events and those of the environments below. */
export type StoredSearchAttribute = Stored<AssessmentKind, SearchAttributeType>;

/** A searchable field of a defined assessment that stored events were looked through for. */
export type StoredFieldFill = Stored<DefinedAssessmentKind, SearchableType>;

/** The kind of job that does a task. */
const JOB_OF = { fill: 'searchFill', remove: 'searchRemove' } as const satisfies Record<SearchAttributeTask, JobKind>;

const readAll = async (trx: TenantTransaction): Promise<readonly Stored<LoggedKind, SearchableType>[]> => {
  const rows = await trx
    .selectFrom('search_attribute as a')
    .leftJoin('job', (join) =>
      join
        .onRef('job.subject_id', '=', 'a.attribute_id')
        .on(sql`job.kind`, '=', sql`case a.task when 'fill' then 'searchFill' else 'searchRemove' end`),
    )
    .selectAll('a')
    .select([statusOfJob, 'job.total', 'job.done', 'job.per_second', 'job.problem', 'job.finished_at'])
    .orderBy('a.created_at')
    .orderBy('a.path')
    .orderBy('a.attribute_id')
    .execute();
  return rows.map((row) => ({
    id: row.attribute_id,
    environmentId: row.environment_id,
    kind: kindOfCode(row.kind),
    path: row.path,
    type: row.type,
    createdBy: row.created_by,
    createdAt: row.created_at,
    work:
      row.task === null || row.total === null
        ? null
        : {
            task: row.task,
            status: row.status,
            readPosition: row.read_position,
            eventsTotal: row.total,
            eventsDone: row.done ?? 0,
            eventsFound: row.events_found,
            eventsPerSecond: row.per_second ?? 0,
            problem: row.problem,
            finishedAt: row.finished_at,
          },
  }));
};

const isFill = (each: Stored<LoggedKind, SearchableType>): each is StoredFieldFill => isDefinedAssessment(each.kind);

/** All of a tenant, in the order they were made. */
export const listSearchAttributes = async (trx: TenantTransaction): Promise<readonly StoredSearchAttribute[]> =>
  (await readAll(trx)).filter((each): each is StoredSearchAttribute => !isFill(each));

/** The same for fields of defined assessments. */
export const listFieldFills = async (trx: TenantTransaction): Promise<readonly StoredFieldFill[]> =>
  (await readAll(trx)).filter(isFill);

/** Forgets what was done for the fields of an assessment that is no more. */
export const deleteFieldFills = async (trx: TenantTransaction, kind: DefinedAssessmentKind): Promise<void> => {
  const gone = await trx
    .deleteFrom('search_attribute')
    .where('kind', '=', kindCodeOf(kind))
    .returning('attribute_id as id')
    .execute();
  for (const { id } of gone) await deleteJob(trx, JOB_OF.fill, id);
};

export type NewSearchAttribute = Omit<StoredSearchAttribute, 'work'> | Omit<StoredFieldFill, 'work'>;

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
      made_position: await currentPosition(trx),
      task: null,
    })
    .execute();
};

/** Leaves work on stored events for a node to find; it begins with the first event. */
export const beginSearchAttributeWork = async (
  trx: TenantTransaction,
  tenantId: Id,
  { id, environmentId, path }: Pick<StoredSearchAttribute, 'id' | 'environmentId' | 'path'>,
  work: {
    readonly task: SearchAttributeTask;
    readonly eventsTotal: number;
    readonly asker: JobAsker;
  },
): Promise<void> => {
  await trx
    .updateTable('search_attribute')
    .set({ task: work.task, read_position: 0, events_found: 0 })
    .where('attribute_id', '=', id)
    .execute();
  if (work.task === 'remove') await deleteJob(trx, JOB_OF.fill, id);
  const asked = { ...work.asker, total: work.eventsTotal };
  await queueJob(trx, { tenantId, kind: JOB_OF[work.task], subjectId: id, environmentId, name: path, ...asked });
};

/** Removes an attribute whose values are all taken away. */
export const deleteSearchAttributeRow = async (trx: TenantTransaction, id: Id): Promise<void> => {
  await trx.deleteFrom('search_attribute').where('attribute_id', '=', id).execute();
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
