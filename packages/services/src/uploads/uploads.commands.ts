import type {
  BodyOf,
  createUpload as createEndpoint,
  mapUpload as mapEndpoint,
  ResponseOf,
  sendUploadChunk as chunkEndpoint,
  UploadDetail,
} from '@redoubt/contracts';
import {
  fail,
  MAX_KEPT_UPLOADS,
  suggestMapping,
  UPLOAD_CHUNK_BYTES,
  UPLOAD_PREVIEW_ROWS,
  type JobKind,
  type UploadAction,
  type UploadState,
} from '@redoubt/domain';
import { newId, type Id } from '@redoubt/kernel';
import {
  cancelJobs,
  deleteUpload as removeUpload,
  dropRefusals,
  findUpload,
  hasUploadContent,
  insertUpload,
  insertUploadPart,
  lastUploadPart,
  listUploads,
  packPart,
  queueJob,
  takeUpload,
  updateUpload,
  uploadBytes,
  uploadsWithContent,
  type StoredUpload,
  type TenantTransaction,
} from '@redoubt/storage';
import type { Readable } from 'node:stream';
import type { Operation } from '../activity-entry.ts';
import { changedBy, jobAsker, recordOf } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import { inTransaction } from '../unit-of-work.ts';
import { readBody } from '../csv/body-bytes.ts';
import { readSample } from '../csv/upload-lines.ts';
import { actionsOf, getUpload, problemsOf } from './uploads.queries.ts';
import { readWhole } from './upload-work.ts';

const recordUpload = recordOf('DataUpload');

/** Locks an upload with which something can be done. @throws `UPLOAD-UNKNOWN`, `UPLOAD-STATE`. */
const takeFor = async (
  trx: TenantTransaction,
  { environmentId }: EnvironmentContext,
  uploadId: Id,
  action: UploadAction,
): Promise<StoredUpload> => {
  const upload = await takeUpload(trx, environmentId, uploadId);
  if (!upload) throw fail('UPLOAD-UNKNOWN', { uploadId });
  const actions = actionsOf(upload, await hasUploadContent(trx, uploadId));
  if (actions.includes(action)) return upload;
  const problems = problemsOf(upload);
  if (action === 'check' && upload.state !== 'uploading' && problems.length > 0) {
    throw fail('UPLOAD-MAPPING', { fields: problems.map(({ field }) => field).join(', ') });
  }
  throw fail('UPLOAD-STATE', { state: upload.state });
};

/** What a new file is read by: the mapping of an earlier one, or nothing until its columns are known. */
const firstMapping = async (
  trx: TenantTransaction,
  { environmentId }: EnvironmentContext,
  { dataSet, mappingOf }: Pick<BodyOf<typeof createEndpoint>, 'dataSet' | 'mappingOf'>,
): Promise<Pick<StoredUpload, 'hasHeader' | 'mapping'>> => {
  if (mappingOf === undefined) return { hasHeader: true, mapping: [] };
  const earlier = await findUpload(trx, environmentId, mappingOf);
  if (earlier?.dataSet !== dataSet) throw fail('UPLOAD-UNKNOWN', { uploadId: mappingOf });
  return earlier;
};

/** Begins to upload a file. @throws `UPLOAD-LIMIT`; `UPLOAD-UNKNOWN` for a mapping of no earlier file of the data set. */
export const createUpload = async (
  context: EnvironmentContext,
  { dataSet, name, sizeBytes, mappingOf }: BodyOf<typeof createEndpoint>,
): Promise<UploadDetail> => {
  requireClean({ 'body.name': name });
  const { tenantId, environmentId } = context;
  const { by, at } = changedBy(context);
  const id = newId();
  await inTransaction(context, async (trx) => {
    const begun = (await listUploads(trx, environmentId)).filter(({ state }) => state === 'uploading').length;
    const full = (await uploadsWithContent(trx, environmentId)).size;
    if (Math.max(begun, full) >= MAX_KEPT_UPLOADS) throw fail('UPLOAD-LIMIT', { limit: MAX_KEPT_UPLOADS });
    const { hasHeader, mapping } = await firstMapping(trx, context, { dataSet, mappingOf });
    const file = { id, environmentId, dataSet, name, sizeBytes, hasHeader, mapping };
    await insertUpload(trx, tenantId, { ...file, createdBy: by, createdAt: at });
    await recordUpload(trx, context, { operation: 'Create', id, name, modified: { dataSet, sizeBytes } });
  });
  return getUpload(context, id);
};

/** The bytes of one call. @throws `UPLOAD-TOO-LARGE`, and `REQ-INVALID` where the sender went away. */
const chunkOf = async (stream: Readable): Promise<Buffer> => {
  const { pieces } = await readBody(stream, (sizeBytes) => {
    if (sizeBytes > UPLOAD_CHUNK_BYTES) throw fail('UPLOAD-TOO-LARGE', { limitBytes: UPLOAD_CHUNK_BYTES });
  });
  return Buffer.concat(pieces);
};

/**
 * Keeps the next bytes of a file; with the last of them it is looked at. Sent again after an answer was lost, they are told
 * where the file goes on.
 *
 * @throws `UPLOAD-UNKNOWN`, `UPLOAD-STATE`; `UPLOAD-OFFSET` with where the file goes on; `UPLOAD-DAMAGED`,
 *   `UPLOAD-TOO-LARGE`.
 */
export const sendUploadChunk = async (
  context: EnvironmentContext,
  uploadId: Id,
  { offset, crc32, stream }: { readonly offset: number; readonly crc32: number; readonly stream: Readable },
): Promise<ResponseOf<typeof chunkEndpoint>> => {
  const { tenantId } = context;
  const packed = await packPart(await chunkOf(stream));
  const { at } = changedBy(context);
  const upload = await inTransaction(context, async (trx) => {
    const stored = await takeFor(trx, context, uploadId, 'send');
    const { receivedBytes, sizeBytes, name } = stored;
    if (offset !== receivedBytes) throw fail('UPLOAD-OFFSET', { receivedBytes });
    if (packed.bytes === 0 || offset + packed.bytes > sizeBytes)
      throw fail('UPLOAD-TOO-LARGE', { limitBytes: sizeBytes });
    if (packed.crc32 !== crc32) throw fail('UPLOAD-DAMAGED', { offset });
    const last = await lastUploadPart(trx, uploadId);
    await insertUploadPart(trx, tenantId, uploadId, { part: (last?.part ?? -1) + 1, startByte: offset }, packed);
    const received = offset + packed.bytes;
    await updateUpload(trx, uploadId, { receivedBytes: received }, at);
    if (received === sizeBytes) {
      await recordUpload(trx, context, {
        operation: 'Update',
        id: uploadId,
        name,
        modified: { receivedBytes: received },
      });
    }
    return { ...stored, receivedBytes: received };
  });
  if (upload.receivedBytes < upload.sizeBytes) return { receivedBytes: upload.receivedBytes, state: upload.state };
  const change = await readWhole(context.database, tenantId, upload);
  await inTransaction(context, (trx) => updateUpload(trx, uploadId, change, at));
  return { receivedBytes: upload.receivedBytes, state: change.state ?? upload.state };
};

/** Says which column fills which field; incomplete mappings are kept too. @throws `UPLOAD-UNKNOWN`, `UPLOAD-STATE`. */
export const mapUpload = async (
  context: EnvironmentContext,
  uploadId: Id,
  { hasHeader, mapping }: BodyOf<typeof mapEndpoint>,
): Promise<UploadDetail> => {
  for (const { field, source } of mapping) {
    requireClean({ 'body.mapping': `${field} ${'column' in source ? source.column : source.constant}` });
  }
  const { database, tenantId } = context;
  const { at } = changedBy(context);
  const before = await inTransaction(context, (trx) => takeFor(trx, context, uploadId, 'map'));
  const isOther = before.hasHeader !== hasHeader;
  const open = () => uploadBytes(database, tenantId, uploadId);
  const format = isOther ? (await readSample(open, hasHeader, UPLOAD_PREVIEW_ROWS)).format : undefined;
  await inTransaction(context, async (trx) => {
    const { name, mapping: original } = await takeFor(trx, context, uploadId, 'map');
    const changed = format ? { format, mapping: suggestMapping(before.dataSet, format.columns) } : { mapping };
    await dropRefusals(trx, uploadId);
    const change = { ...changed, hasHeader, state: 'mapping' as const, rows: 0, refused: 0, problem: null };
    await updateUpload(trx, uploadId, { ...change, problemLine: null }, at);
    const fields = (all: typeof mapping): Record<string, string> =>
      Object.fromEntries(
        all.map(({ field, source }) => [field, 'column' in source ? `{${source.column}}` : source.constant]),
      );
    const entry = { original: fields([...original]), modified: fields([...changed.mapping]) };
    await recordUpload(trx, context, { operation: 'Update', id: uploadId, name, ...entry });
  });
  return getUpload(context, uploadId);
};

type Work = {
  readonly action: UploadAction;
  readonly kind: JobKind;
  readonly state: UploadState;
  readonly operation: Operation;
};

const CHECK: Work = { action: 'check', kind: 'uploadCheck', state: 'checking', operation: 'Start' };
const PROCESS: Work = { action: 'process', kind: 'uploadImport', state: 'processing', operation: 'Import' };
const UNDO: Work = { action: 'undo', kind: 'uploadUndo', state: 'undoing', operation: 'RollBack' };

const begin = async (
  context: EnvironmentContext,
  uploadId: Id,
  { action, kind, state, operation }: Work,
): Promise<UploadDetail> => {
  const { tenantId, environmentId } = context;
  const { at } = changedBy(context);
  await inTransaction(context, async (trx) => {
    const { name, rows, doneRows, stored } = await takeFor(trx, context, uploadId, action);
    const total = kind === 'uploadImport' ? rows - doneRows : kind === 'uploadUndo' ? stored : 0;
    const job = { kind, subjectId: uploadId, environmentId, name, ...jobAsker(context), total };
    await queueJob(trx, { tenantId, ...job });
    await updateUpload(trx, uploadId, { state, problem: null, problemLine: null }, at);
    await recordUpload(trx, context, { operation, id: uploadId, name, modified: { state, rows, stored } });
  });
  return getUpload(context, uploadId);
};

/** Has every line of a file read. @throws `UPLOAD-UNKNOWN`, `UPLOAD-STATE`, `UPLOAD-MAPPING`. */
export const checkUpload = (context: EnvironmentContext, uploadId: Id): Promise<UploadDetail> =>
  begin(context, uploadId, CHECK);

/** Has the lines of a file stored; one that was stopped goes on. @throws `UPLOAD-UNKNOWN`, `UPLOAD-STATE`. */
export const processUpload = (context: EnvironmentContext, uploadId: Id): Promise<UploadDetail> =>
  begin(context, uploadId, PROCESS);

/** Has the events of a file taken back. @throws `UPLOAD-UNKNOWN`, `UPLOAD-STATE`. */
export const undoUpload = (context: EnvironmentContext, uploadId: Id): Promise<UploadDetail> =>
  begin(context, uploadId, UNDO);

/** Stops checking or storing a file: what is stored stays. @throws `UPLOAD-UNKNOWN`, `UPLOAD-STATE`. */
export const cancelUpload = async (context: EnvironmentContext, uploadId: Id): Promise<UploadDetail> => {
  const { at } = changedBy(context);
  await inTransaction(context, async (trx) => {
    const { name, state } = await takeFor(trx, context, uploadId, 'cancel');
    await cancelJobs(trx, state === 'checking' ? 'uploadCheck' : 'uploadImport', [uploadId], at);
    const rest = state === 'checking' ? 'mapping' : 'ready';
    if (rest === 'mapping') await dropRefusals(trx, uploadId);
    await updateUpload(trx, uploadId, { state: rest }, at);
    await recordUpload(trx, context, {
      operation: 'Stop',
      id: uploadId,
      name,
      original: { state },
      modified: { state: rest },
    });
  });
  return getUpload(context, uploadId);
};

/** Deletes a file with its refused lines; events that it stored stay. @throws `UPLOAD-UNKNOWN`, `UPLOAD-STATE`. */
export const deleteUpload = (context: EnvironmentContext, uploadId: Id): Promise<void> =>
  inTransaction(context, async (trx) => {
    const { name, state, stored } = await takeFor(trx, context, uploadId, 'delete');
    await removeUpload(trx, uploadId);
    await recordUpload(trx, context, { operation: 'Delete', id: uploadId, name, original: { state, stored } });
  });
