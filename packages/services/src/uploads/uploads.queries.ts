import type {
  getUploadErrors as errorsEndpoint,
  getUploads as listEndpoint,
  QueryOf,
  ResponseOf,
  Upload,
  UploadDetail,
} from '@redoubt/contracts';
import {
  allows,
  fail,
  mappingProblems,
  MAX_KEPT_REFUSALS,
  QUOTED_PARAMS,
  UPLOAD_PREVIEW_ROWS,
  uploadActions,
  type DataProblem,
  type JobKind,
  type UploadState,
} from '@redoubt/domain';
import { mailTexts, problemText } from '@redoubt/i18n/mail-texts';
import { guardedCsvLine, type Id } from '@redoubt/kernel';
import {
  countRefusals,
  findJob,
  findUpload,
  lastUploadPart,
  listRefusals,
  listUploads,
  OPEN_JOB_STATES,
  uploadBytes,
  uploadsWithContent,
  type StoredJob,
  type StoredUpload,
  type TenantTransaction,
  type UploadRefusal,
} from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { inTransaction, reading } from '../unit-of-work.ts';
import { readSample } from '../csv/upload-lines.ts';
import { isAssessmentUpload } from './upload-work.ts';

const JOB_OF: Readonly<Partial<Record<UploadState, JobKind>>> = {
  checking: 'uploadCheck',
  processing: 'uploadImport',
  undoing: 'uploadUndo',
};

const workOf = ({ state, done, total, perSecond }: StoredJob): Upload['work'] => ({
  done,
  total: total > 0 ? total : null,
  secondsLeft: state === 'running' && perSecond > 0 && total > done ? Math.ceil((total - done) / perSecond) : null,
});

/** What keeps its mapping from being used. */
export const problemsOf = ({ dataSet, mapping, format }: StoredUpload) =>
  format === null ? [] : mappingProblems(dataSet, mapping, format.columns);

/** What can be done with an upload by a caller who may write. */
export const actionsOf = (upload: StoredUpload, hasContent: boolean) =>
  uploadActions({
    state: upload.state,
    hasContent: hasContent && upload.format !== null,
    isMapped: problemsOf(upload).length === 0,
    stored: upload.stored,
    isAssessment: isAssessmentUpload(upload),
    isUndoBegun: upload.undoUntil !== null,
  });

const summaryOf = async (
  trx: TenantTransaction,
  { capabilities }: EnvironmentContext,
  upload: StoredUpload,
  hasContent: boolean,
): Promise<Upload> => {
  const kind = JOB_OF[upload.state];
  const job = kind && (await findJob(trx, kind, upload.id));
  const isOpen = job !== undefined && OPEN_JOB_STATES.some((state) => state === job.state);
  return {
    id: upload.id,
    dataSet: upload.dataSet,
    name: upload.name,
    sizeBytes: upload.sizeBytes,
    receivedBytes: upload.receivedBytes,
    state: upload.state,
    rows: upload.rows,
    refused: upload.refused,
    doneRows: upload.doneRows,
    stored: upload.stored,
    repeated: upload.repeated,
    undone: upload.undone,
    problem: upload.problem,
    problemLine: upload.problemLine,
    created: { by: upload.createdBy, at: upload.createdAt.toISOString() },
    changedAt: upload.changedAt.toISOString(),
    work: isOpen ? workOf(job) : null,
    actions: allows(capabilities, 'dataUpload:write') ? [...actionsOf(upload, hasContent)] : [],
  };
};

/** Files that were uploaded to an environment, newest first. */
export const getUploads = (context: EnvironmentContext): Promise<ResponseOf<typeof listEndpoint>> =>
  reading(context, async (trx) => {
    const stored = await listUploads(trx, context.environmentId);
    const full = await uploadsWithContent(trx, context.environmentId);
    const uploads: Upload[] = [];
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection, and a job for the few that are worked on
    for (const each of stored) uploads.push(await summaryOf(trx, context, each, full.has(each.id)));
    return { uploads, canWrite: allows(context.capabilities, 'dataUpload:write') };
  });

/** The cell as its form alone: those who see masks see no values of customers. */
const formOf = (cell: string): string => cell.replaceAll(/\p{L}/gu, 'x').replaceAll(/\p{N}/gu, '9');

const maskedProblem = ({ code, params }: DataProblem): DataProblem => ({
  code,
  params: Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      QUOTED_PARAMS.some((quoted) => quoted === name) ? formOf(String(value)) : value,
    ]),
  ),
});

/** A refused line as a caller may see it: messages and parameters quote the cell. */
const shownRefusal = (
  { line, reason, field, message, problem, cells }: UploadRefusal,
  hidden: boolean,
): UploadDetail['firstRefusals'][number] => ({
  line,
  reason,
  column: field,
  message: hidden ? reason : message,
  problem: problem && hidden ? maskedProblem(problem) : problem,
  cells: hidden ? cells.map(formOf) : [...cells],
});

const isMasked = ({ maskedEnvironments, environmentId }: EnvironmentContext): boolean =>
  maskedEnvironments?.has(environmentId) ?? false;

const firstRowsOf = async (
  { database, tenantId }: EnvironmentContext,
  { id, hasHeader }: StoredUpload,
): Promise<readonly (readonly string[])[]> =>
  (await readSample(() => uploadBytes(database, tenantId, id), hasHeader, UPLOAD_PREVIEW_ROWS)).firstRows;

/** One uploaded file with its first lines. @throws `UPLOAD-UNKNOWN`. */
export const getUpload = async (context: EnvironmentContext, uploadId: Id): Promise<UploadDetail> => {
  const { environmentId } = context;
  const hidden = isMasked(context);
  const { upload, last, summary, refusals, first } = await inTransaction(context, async (trx) => {
    const stored = await findUpload(trx, environmentId, uploadId);
    if (!stored) throw fail('UPLOAD-UNKNOWN', { uploadId });
    const lastPart = await lastUploadPart(trx, uploadId);
    return {
      upload: stored,
      last: lastPart,
      summary: await summaryOf(trx, context, stored, lastPart !== undefined),
      refusals: await countRefusals(trx, uploadId),
      first: await listRefusals(trx, uploadId, UPLOAD_PREVIEW_ROWS),
    };
  });
  const isReadable = upload.format !== null && last !== undefined;
  const rows = isReadable ? await firstRowsOf(context, upload) : [];
  return {
    ...summary,
    hasHeader: upload.hasHeader,
    format: upload.format && { ...upload.format, columns: [...upload.format.columns] },
    firstRows: rows.map((row) => (hidden ? row.map(formOf) : [...row])),
    isMasked: hidden,
    mapping: upload.mapping.map(({ field, source }) => ({ field, source })),
    mappingProblems: problemsOf(upload).map((problem) => ({ ...problem })),
    refusals: refusals.map(({ reason, lines }) => ({ reason, lines })),
    firstRefusals: first.map((refusal) => shownRefusal(refusal, hidden)),
    lastPart: last ? { startByte: last.startByte, bytes: last.bytes, crc32: last.crc32 } : null,
  };
};

/**
 * Refused lines as a CSV that can be mended and uploaded again: the reason as a code, which no language changes, and as a
 * sentence. @throws `UPLOAD-UNKNOWN`.
 */
export const getUploadErrors = (
  context: EnvironmentContext,
  uploadId: Id,
  { language = 'en-US' }: QueryOf<typeof errorsEndpoint>,
): Promise<string> =>
  reading(context, async (trx) => {
    const upload = await findUpload(trx, context.environmentId, uploadId);
    if (!upload) throw fail('UPLOAD-UNKNOWN', { uploadId });
    const refusals = await listRefusals(trx, uploadId, MAX_KEPT_REFUSALS * 2);
    const hidden = isMasked(context);
    const { problems } = mailTexts(language);
    const lines = refusals.map((refusal) => {
      const { line, reason, column, message, problem, cells } = shownRefusal(refusal, hidden);
      const said = problem ? problemText(problems, problem) : message;
      return guardedCsvLine([String(line), column ?? '', problem?.code ?? reason, said, ...cells]);
    });
    const header = guardedCsvLine(['line', 'column', 'code', 'reason', ...(upload.format?.columns ?? [])]);
    return [header, ...lines].map((each) => `${each}\r\n`).join('');
  });
