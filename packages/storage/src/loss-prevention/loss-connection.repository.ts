import type { SyncFrequency, WatchedSet } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { Database, TenantTransaction } from '../database/database.ts';

type Place = { readonly tenantId: Id; readonly environmentId: Id };

/** Where files of loss prevention are taken from without a person. */
export type LossConnection = {
  readonly isConnected: boolean;
  readonly frequency: SyncFrequency;
  readonly sets: readonly WatchedSet[];
  readonly nextSyncAt: Date;
  readonly createdBy: string;
  readonly createdAt: Date;
};

/** The connection of an environment, locked where it is to be changed. */
export const findLossConnection = (
  trx: TenantTransaction,
  environmentId: Id,
  { lock = false } = {},
): Promise<LossConnection | undefined> =>
  trx
    .selectFrom('loss_connection')
    .select([
      'is_connected as isConnected',
      'frequency',
      'sets',
      'next_sync_at as nextSyncAt',
      'created_by as createdBy',
      'created_at as createdAt',
    ])
    .where('environment_id', '=', environmentId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();

/** Makes the connection of an environment, or changes it; who made it first stays. */
export const saveLossConnection = async (
  trx: TenantTransaction,
  { tenantId, environmentId }: Place,
  { isConnected, frequency, sets, nextSyncAt, createdBy, createdAt }: LossConnection,
): Promise<void> => {
  const changed = {
    is_connected: isConnected,
    frequency,
    sets: JSON.stringify(sets),
    next_sync_at: nextSyncAt,
  };
  await trx
    .insertInto('loss_connection')
    .values({
      tenant_id: tenantId,
      environment_id: environmentId,
      ...changed,
      created_by: createdBy,
      created_at: createdAt,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'environment_id']).doUpdateSet(changed))
    .execute();
};

/** Environments of a tenant whose folder is to be looked at now. */
export const dueLossConnections = (
  trx: TenantTransaction,
  now: Date,
): Promise<readonly { readonly environmentId: Id; readonly frequency: SyncFrequency }[]> =>
  trx
    .selectFrom('loss_connection as c')
    .innerJoin('environment as e', (join) =>
      join.onRef('e.tenant_id', '=', 'c.tenant_id').onRef('e.environment_id', '=', 'c.environment_id'),
    )
    .select(['c.environment_id as environmentId', 'c.frequency'])
    .where('c.is_connected', '=', true)
    .where('c.next_sync_at', '<=', now)
    .where('e.deleted_at', 'is', null)
    .forUpdate('c')
    .execute();

export const moveNextSync = async (trx: TenantTransaction, environmentId: Id, nextSyncAt: Date): Promise<void> => {
  await trx
    .updateTable('loss_connection')
    .set({ next_sync_at: nextSyncAt })
    .where('environment_id', '=', environmentId)
    .execute();
};

/** Begins a sync, or goes on with one whose node died; half of a file that it left is removed. @returns its id. */
export const beginLossSync = async (
  trx: TenantTransaction,
  { tenantId, environmentId }: Place,
  fresh: { readonly id: Id; readonly at: Date },
): Promise<Id> => {
  await trx
    .deleteFrom('data_upload')
    .where('environment_id', '=', environmentId)
    .where('sync_id', 'is not', null)
    .where('state', '=', 'uploading')
    .execute();
  const open = await trx
    .selectFrom('loss_sync')
    .select('sync_id as id')
    .where('environment_id', '=', environmentId)
    .where('looked_at', 'is', null)
    .executeTakeFirst();
  if (open) return open.id;
  await trx
    .insertInto('loss_sync')
    .values({
      tenant_id: tenantId,
      environment_id: environmentId,
      sync_id: fresh.id,
      started_at: fresh.at,
      looked_at: null,
      problem: null,
      problem_file: null,
    })
    .execute();
  return fresh.id;
};

/** What kept files from being taken. */
export type SyncProblem = { readonly code: string; readonly file: string | null };

/** Writes down that the folder was looked at. */
export const endLossSync = async (
  trx: TenantTransaction,
  environmentId: Id,
  { at, waiting, problem }: { readonly at: Date; readonly waiting: number; readonly problem: SyncProblem | null },
): Promise<void> => {
  await trx
    .updateTable('loss_sync')
    .set({ looked_at: at, waiting, problem: problem?.code ?? null, problem_file: problem?.file ?? null })
    .where('environment_id', '=', environmentId)
    .where('looked_at', 'is', null)
    .execute();
};

export type LossSync = {
  readonly id: Id;
  readonly startedAt: Date;
  readonly lookedAt: Date | null;
  readonly problem: string | null;
  readonly problemFile: string | null;
  readonly waiting: number;
  /** Files that it took. */
  readonly files: number;
  /** Of them: those that a node works on, and those that wait for a person. */
  readonly working: number;
  readonly resting: number;
  readonly stored: number;
  readonly refused: number;
  readonly repeated: number;
  /** When the last of them was worked off; null where it took none. */
  readonly workedAt: Date | null;
  /** Why one of the files was not stored. */
  readonly fileProblem: string | null;
};

/** The last syncs of an environment with what became of their files, newest first. */
export const listLossSyncs = async (
  trx: TenantTransaction,
  environmentId: Id,
  limit: number,
): Promise<readonly LossSync[]> => {
  const { rows } = await sql<LossSync>`
    select s.sync_id as id, s.started_at as "startedAt", s.looked_at as "lookedAt", s.problem, s.problem_file as "problemFile",
           s.waiting, count(u.upload_id)::int as files,
           count(*) filter (where u.state in ('checking', 'processing', 'undoing'))::int as working,
           count(*) filter (where u.state in ('mapping', 'ready', 'failed'))::int as resting,
           coalesce(sum(u.stored), 0)::bigint as stored, coalesce(sum(u.refused), 0)::bigint as refused,
           coalesce(sum(u.repeated), 0)::bigint as repeated, max(j.worked_at) as "workedAt", min(u.problem) as "fileProblem"
      from loss_sync s
      left join data_upload u on u.tenant_id = s.tenant_id and u.sync_id = s.sync_id
      left join lateral (select max(finished_at) as worked_at from job
                          where job.tenant_id = u.tenant_id and job.subject_id = u.upload_id
                            and job.kind in ('uploadCheck', 'uploadImport')) j on true
     where s.environment_id = ${environmentId}
     group by s.tenant_id, s.sync_id order by s.started_at desc, s.sync_id limit ${limit}`.execute(trx);
  return rows;
};

/** A file as it was taken last. */
export type TakenFile = {
  readonly name: string;
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
  readonly sha256: string;
};

/** Files that were taken from the folder of an environment, by name. */
export const listTakenFiles = async (
  trx: TenantTransaction,
  environmentId: Id,
): Promise<ReadonlyMap<string, TakenFile>> => {
  const rows = await trx
    .selectFrom('loss_file')
    .select(['name', 'size_bytes as sizeBytes', 'modified_at as modifiedAt', 'sha256'])
    .where('environment_id', '=', environmentId)
    .execute();
  return new Map(rows.map((row) => [row.name, row]));
};

export const keepTakenFile = async (
  trx: TenantTransaction,
  { tenantId, environmentId }: Place,
  { name, sizeBytes, modifiedAt, sha256, uploadId }: TakenFile & { readonly uploadId: Id },
): Promise<void> => {
  const taken = { size_bytes: sizeBytes, modified_at: modifiedAt, sha256, upload_id: uploadId };
  await trx
    .insertInto('loss_file')
    .values({ tenant_id: tenantId, environment_id: environmentId, name, ...taken })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'environment_id', 'name']).doUpdateSet(taken))
    .execute();
};

/** The same content under a new time: it is not taken again, and not read again. */
export const touchTakenFile = async (
  trx: TenantTransaction,
  environmentId: Id,
  { name, modifiedAt }: Pick<TakenFile, 'name' | 'modifiedAt'>,
): Promise<void> => {
  await trx
    .updateTable('loss_file')
    .set({ modified_at: modifiedAt })
    .where('environment_id', '=', environmentId)
    .where('name', '=', name)
    .execute();
};

/** Removes what is known of syncs before a time. */
export const expireLossSyncs = async (database: Database, tenantId: Id, before: Date): Promise<void> => {
  await database.inTenant(tenantId, (trx) =>
    trx.deleteFrom('loss_sync').where('started_at', '<', before).where('looked_at', 'is not', null).execute(),
  );
};
