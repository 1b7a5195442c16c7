import {
  fitsPattern,
  mappingProblems,
  MAX_KEPT_UPLOADS,
  MAX_UPLOAD_BYTES,
  MAX_UPLOAD_NAME,
  SYNC_EVERY_MS,
  UPLOAD_CHUNK_BYTES,
  UPLOAD_KEPT_DAYS,
  type ErrorCode,
  type WatchedSet,
} from '@redoubt/domain';
import { DAY_MS, isCleanText, MINUTE_MS, newId, type Clock, type Id } from '@redoubt/kernel';
import {
  beginLossSync,
  deleteUpload,
  dueLossConnections,
  endLossSync,
  expireLossSyncs,
  findLossConnection,
  insertUpload,
  insertUploadPart,
  keepTakenFile,
  listTakenFiles,
  moveNextSync,
  packPart,
  queueJob,
  touchTakenFile,
  updateUpload,
  uploadsWithContent,
  type ClaimedJob,
  type Database,
  type SyncProblem,
  type TenantTransaction,
} from '@redoubt/storage';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { JobRunner } from '../jobs/job-runner.ts';
import { queueSync } from './queue-sync.ts';
import { hashOfFile, listFolder, pieces, watchedFolder, type FolderFile } from './watched-folder.ts';
import { readWhole } from './upload-work.ts';

type Place = { readonly database: Database; readonly clock: Clock; readonly directory: string | null };

/** How long a file has to rest: until then it may still be written. */
const SETTLED_MS = 30_000;
/** When the folder is looked at again while files of it wait. */
const SOON_MS = 5 * MINUTE_MS;
const KIND = 'lossPreventionSync' as const;

/** What became of a file: taken, left to the next sync, or the same as before. */
type Taking = 'taken' | 'waiting' | 'known' | { readonly problem: ErrorCode };

/** Whether one more file finds room beside those that are not stored yet. */
const hasRoom = async (trx: TenantTransaction, environmentId: Id): Promise<boolean> =>
  (await uploadsWithContent(trx, environmentId)).size < MAX_KEPT_UPLOADS;

type Work = Place & {
  readonly directory: string;
  readonly job: ClaimedJob;
  readonly syncId: Id;
  readonly signal: AbortSignal;
};

/** Sends the content of a file to its upload. @returns its hash. */
const sendContent = async (
  { database, job: { tenantId } }: Work,
  uploadId: Id,
  path: string,
): Promise<{ readonly sha256: string; readonly bytes: number }> => {
  const hash = createHash('sha256');
  let [part, bytes] = [0, 0];
  for await (const piece of pieces(path, UPLOAD_CHUNK_BYTES)) {
    hash.update(piece);
    const packed = await packPart(piece);
    const place = { part, startByte: bytes };
    await database.inTenant(tenantId, (trx) => insertUploadPart(trx, tenantId, uploadId, place, packed));
    part += 1;
    bytes += piece.length;
  }
  return { sha256: hash.digest('hex'), bytes };
};

/** Takes a file as an upload, which is checked and stored as one that a person sent. */
const takeFile = async (work: Work, file: FolderFile, watched: WatchedSet, sha256: string): Promise<Taking> => {
  const { database, clock, directory, job, syncId } = work;
  const { tenantId, environmentId } = job;
  const { name, sizeBytes } = file;
  const { set: dataSet, hasHeader, mapping } = watched;
  const id = newId();
  const createdAt = new Date(clock.now());
  const begun = { id, environmentId, dataSet, name, sizeBytes, hasHeader, mapping: mapping ?? [], syncId };
  const isBegun = await database.inTenant(tenantId, async (trx) => {
    if (!(await hasRoom(trx, environmentId))) return false;
    await insertUpload(trx, tenantId, { ...begun, createdBy: 'Redoubt', createdAt });
    return true;
  });
  if (!isBegun) return 'waiting';
  const sent = await sendContent(work, id, join(watchedFolder(directory, job), name)).catch(() => undefined);
  if (sent?.sha256 !== sha256) {
    // It was changed or taken away meanwhile.
    await database.inTenant(tenantId, (trx) => deleteUpload(trx, id));
    return 'waiting';
  }
  const change = await readWhole(database, tenantId, begun);
  const columns = change.format?.columns ?? [];
  const isMapped = change.mapping !== undefined && mappingProblems(dataSet, change.mapping, columns).length === 0;
  await database.inTenant(tenantId, async (trx) => {
    const at = new Date(clock.now());
    await updateUpload(trx, id, { ...change, receivedBytes: sent.bytes }, at);
    await keepTakenFile(trx, job, { ...file, sha256, uploadId: id });
    if (change.state !== 'mapping' || !isMapped) return;
    await updateUpload(trx, id, { state: 'checking' }, at);
    const check = { kind: 'uploadCheck', subjectId: id, name, askedBy: 'Redoubt', askedAt: at } as const;
    await queueJob(trx, { tenantId, environmentId, ...check });
  });
  return 'taken';
};

type Taken = Awaited<ReturnType<typeof listTakenFiles>>;

const lookAt = async (work: Work, file: FolderFile, watched: WatchedSet, taken: Taken): Promise<Taking> => {
  const { database, clock, directory, job, signal } = work;
  const { name, sizeBytes, modifiedAt } = file;
  if (name.length > MAX_UPLOAD_NAME || !isCleanText(name)) return { problem: 'LOSS-FILE-NAME' };
  if (sizeBytes > MAX_UPLOAD_BYTES) return { problem: 'UPLOAD-TOO-LARGE' };
  const before = taken.get(name);
  if (before?.sizeBytes === sizeBytes && before.modifiedAt.getTime() === modifiedAt.getTime()) return 'known';
  if (modifiedAt.getTime() > clock.now() - SETTLED_MS) return 'waiting';
  const sha256 = await hashOfFile(join(watchedFolder(directory, job), name), signal);
  if (sha256 === undefined) return 'waiting';
  if (before?.sha256 === sha256) {
    await database.inTenant(job.tenantId, (trx) => touchTakenFile(trx, job.environmentId, file));
    return 'known';
  }
  return takeFile(work, file, watched, sha256);
};

/** Takes what is new in the folder. @returns undefined where the node ends first. */
const takeFiles = async (
  work: Work,
  sets: readonly WatchedSet[],
  report: (done: number) => void,
): Promise<{ readonly waiting: number; readonly problem: SyncProblem | null } | undefined> => {
  const { database, directory, job, signal } = work;
  const files = await listFolder(directory, job);
  if (files === null) return { waiting: 0, problem: { code: 'LOSS-FOLDER', file: null } };
  const taken = await database.inTenant(job.tenantId, (trx) => listTakenFiles(trx, job.environmentId));
  let [waiting, done] = [0, 0];
  let problem: SyncProblem | null = null;
  for (const file of files) {
    if (signal.aborted) return undefined;
    const watched = sets.find(({ pattern }) => fitsPattern(file.name, pattern));
    if (!watched) continue;
    // oxlint-disable-next-line eslint/no-await-in-loop -- one file at a time is read
    const outcome = await lookAt(work, file, watched, taken);
    if (outcome === 'waiting') waiting += 1;
    else if (typeof outcome === 'object') problem ??= { code: outcome.problem, file: file.name };
    else if (outcome === 'taken') report((done += 1));
  }
  return { waiting, problem };
};

const queueDue = async ({ database, clock }: Place): Promise<void> => {
  const now = new Date(clock.now());
  for (const { tenantId } of await database.listTenants()) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one tenant after the other
    await database.inTenant(tenantId, async (trx) => {
      for (const { environmentId, frequency } of await dueLossConnections(trx, now)) {
        // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
        await moveNextSync(trx, environmentId, new Date(now.getTime() + SYNC_EVERY_MS[frequency]));
        // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
        await queueSync(trx, { tenantId, environmentId }, { askedBy: 'Redoubt', askedAt: now });
      }
    });
    // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
    await expireLossSyncs(database, tenantId, new Date(now.getTime() - UPLOAD_KEPT_DAYS * DAY_MS));
  }
};

/**
 * Takes new and changed files from the folder of an environment: each becomes an upload, which is checked and stored without a
 * person. A file is taken once it rests, and again only with other content. A run that dies is taken up on any node; the file
 * that it had begun is taken anew.
 */
export const createLossPreventionSyncs = (place: Place): JobRunner => ({
  kind: KIND,
  run: async (job, { signal, report }) => {
    const { database, clock, directory } = place;
    const { environmentId } = job;
    const now = (): Date => new Date(clock.now());
    const connection = await database.inTenant(job.tenantId, (trx) => findLossConnection(trx, environmentId));
    if (!connection?.isConnected) return undefined;
    const syncId = await database.inTenant(job.tenantId, (trx) => beginLossSync(trx, job, { id: newId(), at: now() }));
    const work = directory === null ? null : { ...place, directory, job, syncId, signal };
    const outcome = work
      ? await takeFiles(work, connection.sets, (done) => report({ done, total: done }))
      : { waiting: 0, problem: { code: 'LOSS-FILES-OFF', file: null } };
    if (!outcome) return undefined;
    return async (trx) => {
      await endLossSync(trx, environmentId, { at: now(), ...outcome });
      const soon = new Date(clock.now() + SOON_MS);
      const latest = await findLossConnection(trx, environmentId, { lock: true });
      if (outcome.waiting > 0 && latest && latest.nextSyncAt > soon) await moveNextSync(trx, environmentId, soon);
    };
  },
  failed: (trx, { environmentId }, code) =>
    endLossSync(trx, environmentId, { at: new Date(place.clock.now()), waiting: 0, problem: { code, file: null } }),
  schedule: { everyMs: MINUTE_MS, onOneNode: true, run: () => queueDue(place) },
});
