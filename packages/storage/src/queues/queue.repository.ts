import { nameKey, type AssessmentName, type ReviewSequence } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

export type StoredQueue = {
  readonly id: Id;
  readonly environmentId: Id;
  readonly assessment: AssessmentName;
  readonly name: string;
  readonly description: string;
  readonly sequence: ReviewSequence;
  /** One of `CASE_ORDERINGS`, or a path of the schema of the assessment. */
  readonly orderBy: string;
  readonly direction: 'asc' | 'desc';
  readonly timeoutMs: number;
  readonly defaultDecision: string;
  readonly paused: boolean;
  readonly changedBy: string;
  readonly changedAt: Date;
  readonly version: number;
};

type Changed = { readonly by: string; readonly at: Date };

/** What people say of a queue; its assessment stays. */
export type QueueSettings = Pick<
  StoredQueue,
  'name' | 'description' | 'sequence' | 'orderBy' | 'direction' | 'timeoutMs' | 'defaultDecision'
>;

/** A stored queue as statements read it. */
export const QUEUE_COLUMNS = [
  'queue_id as id',
  'environment_id as environmentId',
  'assessment',
  'name',
  'description',
  'sequence',
  'order_by as orderBy',
  'direction',
  'timeout_ms as timeoutMs',
  'default_decision as defaultDecision',
  'paused',
  'changed_by as changedBy',
  'changed_at as changedAt',
  'version',
] as const;

const read = (row: Omit<StoredQueue, 'assessment'> & { readonly assessment: string }): StoredQueue => ({
  ...row,
  assessment: row.assessment as AssessmentName,
});

/** One queue of an environment; with `lock` no other transaction changes it until this one ends. */
export const findQueue = async (
  trx: TenantTransaction,
  environmentId: Id,
  id: Id,
  lock = false,
): Promise<StoredQueue | undefined> => {
  const query = trx
    .selectFrom('case_queue')
    .select(QUEUE_COLUMNS)
    .where('queue_id', '=', id)
    .where('environment_id', '=', environmentId);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return row && read(row);
};

/** Queues of some environments by name, without General. */
export const listQueues = async (
  trx: TenantTransaction,
  environmentIds: readonly Id[],
): Promise<readonly StoredQueue[]> =>
  (
    await trx
      .selectFrom('case_queue')
      .select(QUEUE_COLUMNS)
      .where('environment_id', 'in', environmentIds)
      .orderBy('name_key')
      .execute()
  ).map(read);

const settingsColumns = (settings: QueueSettings, changed: Changed) => ({
  name: settings.name,
  name_key: nameKey(settings.name),
  description: settings.description,
  sequence: settings.sequence,
  order_by: settings.orderBy,
  direction: settings.direction,
  timeout_ms: settings.timeoutMs,
  default_decision: settings.defaultDecision,
  changed_by: changed.by,
  changed_at: changed.at,
});

export const insertQueue = async (
  trx: TenantTransaction,
  tenantId: Id,
  place: { readonly id: Id; readonly environmentId: Id; readonly assessment: AssessmentName },
  settings: QueueSettings,
  changed: Changed,
): Promise<void> => {
  await trx
    .insertInto('case_queue')
    .values({
      tenant_id: tenantId,
      queue_id: place.id,
      environment_id: place.environmentId,
      assessment: place.assessment,
      ...settingsColumns(settings, changed),
    })
    .execute();
};

/** Replaces the settings of a queue and moves its tag on. */
export const updateQueue = async (
  trx: TenantTransaction,
  id: Id,
  settings: QueueSettings,
  changed: Changed,
): Promise<void> => {
  await trx
    .updateTable('case_queue')
    .set({ ...settingsColumns(settings, changed), version: sql`version + 1` })
    .where('queue_id', '=', id)
    .execute();
};

export const setQueuePaused = async (
  trx: TenantTransaction,
  id: Id,
  paused: boolean,
  { by, at }: Changed,
): Promise<void> => {
  await trx
    .updateTable('case_queue')
    .set({ paused, changed_by: by, changed_at: at, version: sql`version + 1` })
    .where('queue_id', '=', id)
    .execute();
};

/** Deletes a queue with its assignees. */
export const deleteQueue = async (trx: TenantTransaction, id: Id): Promise<void> => {
  await trx.deleteFrom('case_queue').where('queue_id', '=', id).execute();
};

export type StoredAssignee = {
  /** Directory id of a person, key of the role whose holders are the group, or client id of an application. */
  readonly principalId: string;
  readonly kind: 'person' | 'group' | 'application';
  readonly name: string;
};

/** Who works on queues: applications before groups before people, each by name. */
export const listQueueAssignees = async (
  trx: TenantTransaction,
  queueIds: readonly Id[],
): Promise<readonly (StoredAssignee & { readonly queueId: Id })[]> =>
  queueIds.length === 0
    ? []
    : trx
        .selectFrom('case_queue_assignee')
        .select(['queue_id as queueId', 'principal_id as principalId', 'kind', 'name'])
        .where('queue_id', 'in', queueIds)
        .orderBy('kind')
        .orderBy('name')
        .execute();

/** Puts people and groups in the place of those who worked on a queue, and moves its tag on. */
export const saveQueueAssignees = async (
  trx: TenantTransaction,
  tenantId: Id,
  queueId: Id,
  assignees: readonly StoredAssignee[],
  { by, at }: Changed,
): Promise<void> => {
  await trx.deleteFrom('case_queue_assignee').where('queue_id', '=', queueId).execute();
  if (assignees.length > 0)
    await trx
      .insertInto('case_queue_assignee')
      .values(
        assignees.map(({ principalId, kind, name }) => ({
          tenant_id: tenantId,
          queue_id: queueId,
          principal_id: principalId,
          kind,
          name,
        })),
      )
      .execute();
  await trx
    .updateTable('case_queue')
    .set({ changed_by: by, changed_at: at, version: sql`version + 1` })
    .where('queue_id', '=', queueId)
    .execute();
};

/** A person whom the tenant knows: one who signed in, or who was given a role that is in force. */
export type KnownPerson = { readonly userId: string; readonly username: string; readonly displayName: string };

/** People of the tenant by name. */
export const listKnownPeople = async (trx: TenantTransaction, at: Date): Promise<readonly KnownPerson[]> => {
  const { rows } = await sql<KnownPerson>`
    select distinct on (user_id) user_id as "userId", username, display_name as "displayName"
      from (
        select user_id, username, display_name, 1 as rank from person where status = 'Active'
        union all
        select user_id, username, display_name, 2 from role_assignment a
         where (expires_at is null or expires_at > ${at}) and holder = 'Person'
           and not exists (select from person p where p.user_id = a.user_id)
      ) known
     order by user_id, rank`.execute(trx);
  return rows.toSorted((a, b) => a.displayName.localeCompare(b.displayName) || a.userId.localeCompare(b.userId));
};
