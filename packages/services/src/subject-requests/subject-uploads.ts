import type { Clock, Id, Json } from '@redoubt/kernel';
import {
  cancelJobs,
  dropItemsNaming,
  dropRefusalsNaming,
  dropUploadContent,
  listItemsNaming,
  listRefusalsNaming,
  listUploads,
  updateUpload,
  uploadBytes,
  uploadsWithContent,
  type Database,
  type StoredUpload,
} from '@redoubt/storage';
import { uploadLines, type UploadLine } from '../csv/upload-lines.ts';

/** Uploads of some environments whose bytes are here. */
const waitingUploads = async (
  database: Database,
  tenantId: Id,
  environmentIds: readonly Id[],
): Promise<readonly StoredUpload[]> => {
  const found: StoredUpload[] = [];
  for (const environmentId of environmentIds) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one environment after the other
    await database.inTenant(tenantId, async (trx) => {
      const full = await uploadsWithContent(trx, environmentId);
      found.push(...(await listUploads(trx, environmentId)).filter(({ id }) => full.has(id)));
    });
  }
  return found;
};

/** Lines of a file with a cell that is the value; of one that cannot be read, those before the fault. */
async function* linesNaming(
  database: Database,
  tenantId: Id,
  { id, format }: StoredUpload,
  value: string,
): AsyncGenerator<UploadLine> {
  // Of a file that is not all here the beginning is read as most files are.
  const manner = format ?? { isPacked: false, encoding: 'utf-8', delimiter: ',' };
  const wanted = value.trim().toLowerCase();
  for await (const line of uploadLines(uploadBytes(database, tenantId, id), manner)) {
    if (line.cells.some((cell) => cell.trim().toLowerCase() === wanted)) yield line;
  }
}

const names = async (database: Database, tenantId: Id, upload: StoredUpload, value: string): Promise<boolean> => {
  // How an unfinished file is divided is not known, so that no person can be ruled out.
  if (upload.format === null) return true;
  try {
    for await (const _line of linesNaming(database, tenantId, upload, value)) return true;
    return false;
  } catch {
    // What cannot be read may hold the person.
    return true;
  }
};

/**
 * Deletes the content of files that name a person, and refused lines and waiting items that do, and stops the work on them. Files that
 * are not whole or cannot be read go too.
 *
 * @returns whether a file was being stored: what it stored last may still be on its way.
 */
export const sweepUploads = async (
  database: Database,
  clock: Clock,
  tenantId: Id,
  environmentIds: readonly Id[],
  value: string,
): Promise<boolean> => {
  let isStopped = false;
  for (const upload of await waitingUploads(database, tenantId, environmentIds)) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one file at a time is read
    if (!(await names(database, tenantId, upload, value))) continue;
    const at = new Date(clock.now());
    // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
    await database.inTenant(tenantId, async (trx) => {
      const stopped = [
        ...(await cancelJobs(trx, 'uploadCheck', [upload.id], at)),
        ...(await cancelJobs(trx, 'uploadImport', [upload.id], at)),
      ];
      isStopped ||= stopped.length > 0;
      await dropUploadContent(trx, upload.id);
      await updateUpload(trx, upload.id, { state: 'failed', problem: 'UPLOAD-GONE', problemLine: null }, at);
    });
  }
  await database.inTenant(tenantId, async (trx) => {
    await dropRefusalsNaming(trx, environmentIds, value);
    await dropItemsNaming(trx, environmentIds, value);
  });
  return isStopped;
};

/** As many lines as an export names of one file. */
const MAX_LINES = 10_000;

/** Lines of files that wait, and refused lines, that name a person; stored ones are in the export as events. */
export const uploadedLines = async (
  database: Database,
  tenantId: Id,
  environmentIds: readonly Id[],
  value: string,
): Promise<readonly Json[]> => {
  const found: Json[] = [];
  for (const upload of await waitingUploads(database, tenantId, environmentIds)) {
    const { name: file } = upload;
    try {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one file at a time is read
      for await (const { line, cells } of linesNaming(database, tenantId, upload, value)) {
        found.push({ uploadedLine: { file, line, cells: [...cells] } });
        if (found.length >= MAX_LINES) return found;
      }
    } catch {
      // The lines before the fault are there.
    }
  }
  const waiting = await database.inTenant(tenantId, (trx) => listItemsNaming(trx, environmentIds, value, MAX_LINES));
  found.push(...waiting.map(({ file, ownerId, item }) => ({ uploadedItem: { file, ownerId, item } })));
  const refused = await database.inTenant(tenantId, (trx) => listRefusalsNaming(trx, environmentIds, value));
  return [...found, ...refused.map(({ file, line, cells }) => ({ refusedLine: { file, line, cells: [...cells] } }))];
};
