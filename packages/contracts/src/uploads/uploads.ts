import {
  CSV_DELIMITERS,
  DATA_SET_NAMES,
  MAX_MAPPED_FIELDS,
  MAX_UPLOAD_BYTES,
  MAX_UPLOAD_NAME,
  REFUSAL_REASONS,
  TEXT_ENCODINGS,
  UPLOAD_ACTIONS,
  UPLOAD_STATES,
  type DataSet,
} from '@redoubt/domain';
import { z } from 'zod';
import { authorship, dataProblem, environmentParams, guid, instant } from '../common.ts';
import { defineEndpoint } from '../define.ts';

const base = '/platform/v1/environments/:environmentId/uploads';
const uploadParams = environmentParams.extend({ uploadId: guid });

const dataSet = z.enum(DATA_SET_NAMES as [DataSet, ...DataSet[]]);

const fieldSource = z.union([
  z.strictObject({ column: z.string().max(2000) }),
  z.strictObject({ constant: z.string().max(2000) }),
]);
const mappedField = z.strictObject({ field: z.string().min(1).max(300), source: fieldSource });

const upload = z.strictObject({
  id: guid,
  dataSet,
  /** Of the file. */
  name: z.string(),
  sizeBytes: z.number().int(),
  receivedBytes: z.number().int(),
  state: z.enum(UPLOAD_STATES),
  /** Lines below the header; 0 until they were checked. */
  rows: z.number().int(),
  refused: z.number().int(),
  /** Lines that were worked off. */
  doneRows: z.number().int(),
  /** Events that are stored of it. */
  stored: z.number().int(),
  /** Lines whose event was there before, so that it was not stored again. */
  repeated: z.number().int(),
  /** Events that were taken back. */
  undone: z.number().int(),
  /** Code of the error that ended it, and the line where it is. */
  problem: z.string().nullable(),
  problemLine: z.number().int().nullable(),
  created: authorship,
  changedAt: instant,
  /** The job that works on it, or will. */
  work: z
    .strictObject({
      done: z.number().int(),
      total: z.number().int().nullable(),
      secondsLeft: z.number().int().nullable(),
    })
    .nullable(),
  /** What the caller may do with it now. */
  actions: z.array(z.enum(UPLOAD_ACTIONS)),
});
export type Upload = z.infer<typeof upload>;

export const getUploads = defineEndpoint({
  id: 'uploads.list',
  summary: 'Files of past events that were uploaded to an environment, newest first.',
  method: 'GET',
  path: base,
  permission: 'dataUpload:read',
  params: environmentParams,
  response: z.strictObject({ uploads: z.array(upload), canWrite: z.boolean() }),
});

const uploadDetail = upload.extend({
  hasHeader: z.boolean(),
  /** How its bytes are read; null until they are all here. */
  format: z
    .strictObject({
      isPacked: z.boolean(),
      encoding: z.enum(TEXT_ENCODINGS),
      delimiter: z.enum(CSV_DELIMITERS),
      columns: z.array(z.string()),
    })
    .nullable(),
  /** Its first lines; empty where its content is not here. */
  firstRows: z.array(z.array(z.string())),
  /** Whether the caller sees masks: cells show their form alone. */
  isMasked: z.boolean(),
  mapping: z.array(mappedField),
  mappingProblems: z.array(
    z.strictObject({
      field: z.string(),
      code: z.enum(['missing', 'unknownField', 'unknownColumn', 'twice', 'value']),
    }),
  ),
  /** Refused lines that are kept, by reason. */
  refusals: z.array(z.strictObject({ reason: z.enum(REFUSAL_REASONS), lines: z.number().int() })),
  /** The first of them, with what the line says. */
  firstRefusals: z.array(
    z.strictObject({
      line: z.number().int(),
      reason: z.enum(REFUSAL_REASONS),
      /** The column that it is about; null where it is about the whole line. */
      column: z.string().nullable(),
      /** In English; for those who see masks the reason alone. */
      message: z.string(),
      /** The same for every language; null in lines that an earlier version refused. */
      problem: dataProblem.nullable(),
      cells: z.array(z.string()),
    }),
  ),
  /** The part that came last: a sender compares it with its own file before it goes on. */
  lastPart: z
    .strictObject({ startByte: z.number().int(), bytes: z.number().int(), crc32: z.number().int() })
    .nullable(),
});
export type UploadDetail = z.infer<typeof uploadDetail>;

export const getUpload = defineEndpoint({
  id: 'uploads.get',
  summary: 'One uploaded file: how it is read, its first lines, its mapping and what became of it.',
  method: 'GET',
  path: `${base}/:uploadId`,
  permission: 'dataUpload:read',
  params: uploadParams,
  response: uploadDetail,
  errors: ['UPLOAD-UNKNOWN'],
});

export const createUpload = defineEndpoint({
  id: 'uploads.create',
  summary: 'Begin to upload a file of past events, of at most 2 GB, as CSV or packed with gzip.',
  method: 'POST',
  path: base,
  permission: 'dataUpload:write',
  params: environmentParams,
  body: z.strictObject({
    dataSet,
    name: z.string().trim().min(1).max(MAX_UPLOAD_NAME),
    sizeBytes: z.number().int().min(1).max(MAX_UPLOAD_BYTES),
    /** An earlier file of the same data set, whose mapping this one begins with. */
    mappingOf: guid.optional(),
  }),
  response: uploadDetail,
  errors: ['UPLOAD-LIMIT', 'UPLOAD-UNKNOWN'],
});

export const sendUploadChunk = defineEndpoint({
  id: 'uploads.chunks.send',
  summary: 'Send the next bytes of a file, of at most 4 MiB, from where the ones before ended.',
  method: 'POST',
  path: `${base}/:uploadId/chunks`,
  permission: 'dataUpload:write',
  params: uploadParams,
  query: z.strictObject({
    /** Bytes that came before. */
    offset: z.coerce.number().int().min(0),
    /** CRC-32 of these bytes (ISO 3309, as gzip has it), as a decimal number. */
    crc32: z.coerce.number().int().min(0).max(0xff_ff_ff_ff),
  }),
  /** The bytes. */
  body: z.unknown(),
  bodyKind: 'bytes',
  response: z.strictObject({ receivedBytes: z.number().int(), state: z.enum(UPLOAD_STATES) }),
  errors: ['UPLOAD-UNKNOWN', 'UPLOAD-STATE', 'UPLOAD-OFFSET', 'UPLOAD-DAMAGED', 'UPLOAD-TOO-LARGE'],
});

export const mapUpload = defineEndpoint({
  id: 'uploads.map',
  summary: 'Say which column of a file, or which value, fills which field of its events.',
  method: 'PUT',
  path: `${base}/:uploadId/mapping`,
  permission: 'dataUpload:write',
  params: uploadParams,
  body: z.strictObject({ hasHeader: z.boolean(), mapping: z.array(mappedField).max(MAX_MAPPED_FIELDS) }),
  response: uploadDetail,
  errors: ['UPLOAD-UNKNOWN', 'UPLOAD-STATE'],
});

const operation = (id: string, path: string, summary: string) =>
  defineEndpoint({
    id,
    summary,
    method: 'POST',
    path: `${base}/:uploadId/${path}` as const,
    permission: 'dataUpload:write',
    params: uploadParams,
    response: uploadDetail,
    errors: ['UPLOAD-UNKNOWN', 'UPLOAD-STATE', 'UPLOAD-MAPPING'],
  });

export const checkUpload = operation(
  'uploads.check',
  'check',
  'Read every line of a file and list those that would be refused.',
);

export const processUpload = operation(
  'uploads.process',
  'process',
  'Store the lines of a file as past events; one that was stopped goes on where it was.',
);

export const cancelUpload = operation('uploads.cancel', 'cancel', 'Stop checking or storing a file.');

export const undoUpload = operation('uploads.undo', 'undo', 'Take the events back that a file stored.');

export const getUploadErrors = defineEndpoint({
  id: 'uploads.errors',
  summary: 'The refused lines of a file as CSV: line, column, code, reason in a language, and the line itself.',
  method: 'GET',
  path: `${base}/:uploadId/errors`,
  permission: 'dataUpload:read',
  params: uploadParams,
  query: z.strictObject({
    /** Of the reasons, as BCP 47; English without it. */
    language: z.string().min(2).max(10).optional(),
  }),
  response: z.string(),
  responseType: 'csv',
  errors: ['UPLOAD-UNKNOWN'],
});

export const deleteUpload = defineEndpoint({
  id: 'uploads.delete',
  summary: 'Delete a file with its refused lines; events that it stored stay.',
  method: 'DELETE',
  path: `${base}/:uploadId`,
  permission: 'dataUpload:write',
  params: uploadParams,
  response: z.undefined(),
  responseType: 'empty',
  errors: ['UPLOAD-UNKNOWN', 'UPLOAD-STATE'],
});
