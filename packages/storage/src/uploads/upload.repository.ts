import { UPLOAD_KEPT_DAYS, type DataSet, type Mapping, type UploadState } from '@redoubt/domain';
import { DAY_MS, type Id } from '@redoubt/kernel';
import type { TenantTransaction } from '../database/database.ts';
import type { UploadFormat } from '../schema/background/upload-tables.ts';

export type StoredUpload = {
  readonly id: Id;
  readonly environmentId: Id;
  readonly dataSet: DataSet;
  readonly name: string;
  readonly sizeBytes: number;
  readonly receivedBytes: number;
  readonly state: UploadState;
  readonly hasHeader: boolean;
  readonly format: UploadFormat | null;
  readonly mapping: Mapping;
  readonly rows: number;
  readonly refused: number;
  readonly doneRows: number;
  readonly stored: number;
  readonly repeated: number;
  readonly problem: string | null;
  readonly problemLine: number | null;
  readonly firstPosition: number | null;
  readonly undoCursor: number | null;
  readonly undoUntil: number | null;
  readonly undone: number;
  /** The sync of a connection that took the file; null where a person sent it. */
  readonly syncId: Id | null;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly changedAt: Date;
};

const COLUMNS = [
  'upload_id as id',
  'environment_id as environmentId',
  'data_set as dataSet',
  'name',
  'size_bytes as sizeBytes',
  'received_bytes as receivedBytes',
  'state',
  'has_header as hasHeader',
  'format',
  'mapping',
  'rows',
  'refused',
  'done_rows as doneRows',
  'stored',
  'repeated',
  'problem',
  'problem_line as problemLine',
  'first_position as firstPosition',
  'undo_cursor as undoCursor',
  'undo_until as undoUntil',
  'undone',
  'sync_id as syncId',
  'created_by as createdBy',
  'created_at as createdAt',
  'changed_at as changedAt',
] as const;

/** Uploads of an environment, newest first. */
export const listUploads = (trx: TenantTransaction, environmentId: Id): Promise<readonly StoredUpload[]> =>
  trx
    .selectFrom('data_upload')
    .select(COLUMNS)
    .where('environment_id', '=', environmentId)
    .orderBy('created_at', 'desc')
    .orderBy('upload_id')
    .execute();

export const findUpload = (trx: TenantTransaction, environmentId: Id, id: Id): Promise<StoredUpload | undefined> =>
  trx
    .selectFrom('data_upload')
    .select(COLUMNS)
    .where('environment_id', '=', environmentId)
    .where('upload_id', '=', id)
    .executeTakeFirst();

/** The same, locked: what two people do with it happens one after the other. */
export const takeUpload = (trx: TenantTransaction, environmentId: Id, id: Id): Promise<StoredUpload | undefined> =>
  trx
    .selectFrom('data_upload')
    .select(COLUMNS)
    .where('environment_id', '=', environmentId)
    .where('upload_id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const insertUpload = async (
  trx: TenantTransaction,
  tenantId: Id,
  upload: Pick<
    StoredUpload,
    'id' | 'environmentId' | 'dataSet' | 'name' | 'sizeBytes' | 'hasHeader' | 'mapping' | 'createdBy' | 'createdAt'
  > & { readonly syncId?: Id },
): Promise<void> => {
  await trx
    .insertInto('data_upload')
    .values({
      tenant_id: tenantId,
      upload_id: upload.id,
      environment_id: upload.environmentId,
      data_set: upload.dataSet,
      name: upload.name,
      size_bytes: upload.sizeBytes,
      state: 'uploading',
      has_header: upload.hasHeader,
      mapping: JSON.stringify(upload.mapping),
      sync_id: upload.syncId ?? null,
      created_by: upload.createdBy,
      created_at: upload.createdAt,
      changed_at: upload.createdAt,
    })
    .execute();
};

/** What commands and jobs write of an upload. */
export type UploadChange = {
  readonly state?: UploadState;
  readonly receivedBytes?: number;
  readonly hasHeader?: boolean;
  readonly format?: UploadFormat;
  readonly mapping?: Mapping;
  readonly rows?: number;
  readonly refused?: number;
  readonly doneRows?: number;
  readonly problem?: string | null;
  readonly problemLine?: number | null;
  readonly firstPosition?: number;
  readonly undoCursor?: number;
  readonly undoUntil?: number;
};

export const updateUpload = async (trx: TenantTransaction, id: Id, change: UploadChange, at: Date): Promise<void> => {
  const { state, rows, refused, problem } = change;
  await trx
    .updateTable('data_upload')
    .set({
      changed_at: at,
      ...(state === undefined ? {} : { state }),
      ...(rows === undefined ? {} : { rows }),
      ...(refused === undefined ? {} : { refused }),
      ...(problem === undefined ? {} : { problem }),
      ...(change.problemLine === undefined ? {} : { problem_line: change.problemLine }),
      ...(change.receivedBytes === undefined ? {} : { received_bytes: change.receivedBytes }),
      ...(change.hasHeader === undefined ? {} : { has_header: change.hasHeader }),
      ...(change.format === undefined ? {} : { format: JSON.stringify(change.format) }),
      ...(change.mapping === undefined ? {} : { mapping: JSON.stringify(change.mapping) }),
      ...(change.doneRows === undefined ? {} : { done_rows: change.doneRows }),
      ...(change.firstPosition === undefined ? {} : { first_position: change.firstPosition }),
      ...(change.undoCursor === undefined ? {} : { undo_cursor: change.undoCursor }),
      ...(change.undoUntil === undefined ? {} : { undo_until: change.undoUntil }),
    })
    .where('upload_id', '=', id)
    .execute();
};

/** Removes an upload with its content, its refused lines and its jobs. */
export const deleteUpload = async (trx: TenantTransaction, id: Id): Promise<void> => {
  await trx.deleteFrom('data_upload').where('upload_id', '=', id).execute();
};

const BUSY = ['checking', 'processing', 'undoing'] as const satisfies readonly UploadState[];
const OVER = ['succeeded', 'undone'] as const satisfies readonly UploadState[];

/**
 * Removes files that were left alone for too long. Of those whose events are stored, what is left is the record of it, so that
 * they can be taken back; the refused lines go, and items that no event took.
 */
export const expireUploads = async (trx: TenantTransaction, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - UPLOAD_KEPT_DAYS * DAY_MS);
  const old = () => trx.selectFrom('data_upload').select('upload_id').where('changed_at', '<', before);
  await trx
    .deleteFrom('data_upload')
    .where('changed_at', '<', before)
    .where('state', 'not in', [...BUSY, ...OVER])
    .where('stored', '=', 0)
    .execute();
  // Files that a connection took come by the hour: their records would fill the list.
  await trx
    .deleteFrom('data_upload')
    .where('changed_at', '<', before)
    .where('state', 'in', [...OVER])
    .where('sync_id', 'is not', null)
    .execute();
  const rest = old().where('state', 'not in', [...BUSY]);
  await trx.deleteFrom('upload_refusal').where('upload_id', 'in', rest).execute();
  await trx.deleteFrom('upload_part').where('upload_id', 'in', rest).execute();
  await trx.deleteFrom('upload_item').where('upload_id', 'in', rest).execute();
};
