import type { JobState, SearchExportFormat } from '@redoubt/domain';
import type { Id, Json } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import { cancelJobs } from '../jobs/job.repository.ts';

/** An export as it is first written down. */
export type NewSearchExport = {
  readonly id: Id;
  readonly environmentId: Id;
  readonly format: SearchExportFormat;
  readonly hasPersonal: boolean;
  readonly question: Json;
  readonly ownPaths: readonly string[];
  readonly askedById: string;
  readonly askedBy: string;
  readonly askedAt: Date;
  readonly expiresAt: Date;
};

export type StoredSearchExport = NewSearchExport & {
  readonly state: 'open' | 'ready' | 'removed';
  readonly cursor: string | null;
  /** Share of what is searched that was looked at, 0–1. */
  readonly share: number;
  readonly events: number;
  readonly bytes: number;
  readonly isCut: boolean;
  readonly readyAt: Date | null;
};

const COLUMNS = [
  'x.export_id as id',
  'x.environment_id as environmentId',
  'x.format',
  'x.has_personal as hasPersonal',
  'x.question',
  'x.own_paths as ownPaths',
  'x.asked_by_id as askedById',
  'x.asked_by as askedBy',
  'x.asked_at as askedAt',
  'x.expires_at as expiresAt',
  'x.state',
  'x.cursor',
  'x.share',
  'x.events',
  'x.bytes',
  'x.is_cut as isCut',
  'x.ready_at as readyAt',
] as const;

export const insertSearchExport = async (
  trx: TenantTransaction,
  tenantId: Id,
  made: NewSearchExport,
): Promise<void> => {
  await trx
    .insertInto('search_export')
    .values({
      tenant_id: tenantId,
      export_id: made.id,
      environment_id: made.environmentId,
      format: made.format,
      has_personal: made.hasPersonal,
      question: JSON.stringify(made.question),
      own_paths: [...made.ownPaths],
      state: 'open',
      cursor: null,
      asked_by_id: made.askedById,
      asked_by: made.askedBy,
      asked_at: made.askedAt,
      expires_at: made.expiresAt,
    })
    .execute();
};

export type ListedSearchExport = StoredSearchExport & {
  readonly jobState: JobState | null;
  readonly problem: string | null;
};

/** Exports of one person in an environment, newest first. */
export const listSearchExports = (
  trx: TenantTransaction,
  environmentId: Id,
  askedById: string,
): Promise<readonly ListedSearchExport[]> =>
  trx
    .selectFrom('search_export as x')
    .leftJoin('job', (join) => join.onRef('job.subject_id', '=', 'x.export_id').on('job.kind', '=', 'searchExport'))
    .select(COLUMNS)
    .select(['job.state as jobState', 'job.problem'])
    .where('x.environment_id', '=', environmentId)
    .where('x.asked_by_id', '=', askedById)
    .orderBy('x.asked_at', 'desc')
    .orderBy('x.export_id')
    .execute();

/** Locks the exports of one person in an environment until the transaction ends, so that they are counted rightly. */
export const lockSearchExports = async (
  trx: TenantTransaction,
  environmentId: Id,
  askedById: string,
): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`search exports ${environmentId} ${askedById}`}, 0))`.execute(
    trx,
  );
};

export const findSearchExport = (trx: TenantTransaction, id: Id): Promise<StoredSearchExport | undefined> =>
  trx.selectFrom('search_export as x').select(COLUMNS).where('x.export_id', '=', id).executeTakeFirst();

/** With its job and its file. */
export const deleteSearchExport = async (trx: TenantTransaction, id: Id): Promise<void> => {
  await trx.deleteFrom('search_export').where('export_id', '=', id).execute();
};

/** What a step of the job changes. */
export type SearchExportStep = {
  readonly cursor?: string | null;
  readonly share?: number;
  /** In all so far. */
  readonly events?: number;
  readonly bytes?: number;
  readonly isCut?: boolean;
  readonly readyAt?: Date;
};

/** Moves an open export on; false where it is not open any more. */
export const moveSearchExport = async (trx: TenantTransaction, id: Id, step: SearchExportStep): Promise<boolean> => {
  const { cursor, share, events, bytes, isCut, readyAt } = step;
  const { numUpdatedRows } = await trx
    .updateTable('search_export')
    .set({
      ...(cursor === undefined ? {} : { cursor }),
      ...(share === undefined ? {} : { share }),
      ...(events === undefined ? {} : { events }),
      ...(bytes === undefined ? {} : { bytes }),
      ...(isCut === undefined ? {} : { is_cut: isCut }),
      ...(readyAt === undefined ? {} : { ready_at: readyAt, state: 'ready' as const, cursor: null }),
    })
    .where('export_id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

export type SearchExportPart = {
  /** Where its bytes stand in the file; null for rows that are still to be written to it. */
  readonly firstByte: number | null;
  readonly bytes: number;
  /** Compressed. */
  readonly data: Buffer;
};

export const appendSearchExportPart = async (
  trx: TenantTransaction,
  tenantId: Id,
  exportId: Id,
  { firstByte, bytes, data }: SearchExportPart,
): Promise<void> => {
  await sql`insert into search_export_part (tenant_id, export_id, part, first_byte, bytes, data)
    select ${tenantId}::uuid, ${exportId}::uuid, coalesce(max(part) + 1, 0), ${firstByte}::bigint, ${bytes}::bigint, ${data}::bytea
      from search_export_part where export_id = ${exportId}::uuid`.execute(trx);
};

/** The first part of a file that ends after a byte; undefined at its end. */
export const readSearchExportPart = (trx: TenantTransaction, exportId: Id, fromByte: number) =>
  trx
    .selectFrom('search_export_part')
    .select(['first_byte as firstByte', 'bytes', 'data'])
    .where('export_id', '=', exportId)
    .where('first_byte', 'is not', null)
    .where(sql<boolean>`first_byte + bytes > ${fromByte}`)
    .orderBy('part')
    .limit(1)
    .executeTakeFirst();

/** Rows that are still to be written to the file, after a part; undefined where there are no more. */
export const readWaitingRows = (trx: TenantTransaction, exportId: Id, afterPart: number) =>
  trx
    .selectFrom('search_export_part')
    .select(['part', 'data'])
    .where('export_id', '=', exportId)
    .where('first_byte', 'is', null)
    .where('part', '>', afterPart)
    .orderBy('part')
    .limit(1)
    .executeTakeFirst();

/** Removes rows that were waiting, or the beginning of a file that a node left behind. */
export const dropSearchExportParts = async (
  trx: TenantTransaction,
  exportId: Id,
  which: 'waiting' | 'file',
): Promise<void> => {
  await trx
    .deleteFrom('search_export_part')
    .where('export_id', '=', exportId)
    .where('first_byte', which === 'waiting' ? 'is' : 'is not', null)
    .execute();
};

/** Removes exports whose time is over, with their files. */
export const expireSearchExports = async (trx: TenantTransaction, now: Date): Promise<void> => {
  await trx.deleteFrom('search_export').where('expires_at', '<=', now).execute();
};

/**
 * Takes the content of exports of some environments away: a person who may stand in them was erased. What they asked goes too, for it
 * may name the person, and those that are under way end.
 */
export const removeSearchExports = async (
  trx: TenantTransaction,
  environmentIds: readonly Id[],
  at: Date,
): Promise<void> => {
  const rows = await trx
    .updateTable('search_export')
    .set({ state: 'removed', question: '{}', cursor: null })
    .where('environment_id', 'in', environmentIds)
    .where('state', '<>', 'removed')
    .returning('export_id as id')
    .execute();
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await trx.deleteFrom('search_export_part').where('export_id', 'in', ids).execute();
  await cancelJobs(trx, 'searchExport', ids, at);
};
