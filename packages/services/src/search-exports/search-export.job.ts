import type { SearchRow } from '@redoubt/contracts';
import { isNewestFirst, MAX_SEARCH_EXPORT_EVENTS, SEARCH_ORDER } from '@redoubt/domain';
import { HOUR_MS, type Clock } from '@redoubt/kernel';
import {
  advanceJobIn,
  appendSearchExportPart,
  countSortable,
  dropSearchExportParts,
  expireSearchExports,
  findSearchExport,
  JobLost,
  listEnvironments,
  moveSearchExport,
  readWaitingRows,
  searchEvents,
  type ClaimedJob,
  type Database,
  type SearchRow as FoundRow,
  type StoredSearchExport,
  type TenantTransaction,
} from '@redoubt/storage';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { EnvironmentContext } from '../context.ts';
import { rest, shareOfRange } from '../fql-search/scan-budget.ts';
import { scanOnce } from '../fql-search/scan-events.query.ts';
import type { JobEnding, JobRun, JobRunner } from '../jobs/job-runner.ts';
import { readSearch } from '../search/search-scope.ts';
import { seenRows } from '../search/search-events.query.ts';
import type { TextCompiler } from '../texts/text-compiler.ts';
import { csvHeader, csvLines, ndjsonLines } from './export-file.ts';
import type { ExportQuestion } from './search-exports.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Events of one step, which is one part of the file, and of one read of the index. */
const STEP = 10_000;
const READ = 1000;
/** How long one step looks by a condition. */
const SCAN_MS = 4000;

type Options = {
  readonly database: Database;
  readonly clock: Clock;
  readonly texts?: TextCompiler | undefined;
  /** Events of one step; 10,000 unless a test needs several steps of few events. */
  readonly step?: number;
};

/** What a step found, and where the next goes on: null at the end. */
type Found = { readonly rows: readonly SearchRow[]; readonly cursor: string | null; readonly share: number };

/** Where an export stands, with so many events found. */
type Reached = Pick<StoredSearchExport, 'cursor' | 'events'>;

/** One search, by the person who may see everything, and how its rows stand in the file. */
type Searching = {
  /** Without masks: what may be asked was checked as the caller asked it. */
  readonly context: EnvironmentContext;
  /** With masks in all environments, or in none. */
  readonly seenAs: EnvironmentContext;
  readonly signal: AbortSignal;
};

/** Rows as they are seen, as many at a time as a search reads: searches of people come in between. */
const seenInSteps = async (seenAs: EnvironmentContext, rows: readonly FoundRow[]): Promise<readonly SearchRow[]> => {
  const seen: SearchRow[] = [];
  for (let from = 0; from < rows.length; from += READ) {
    const startedMs = performance.now();
    // oxlint-disable-next-line eslint/no-await-in-loop -- one read after the other
    seen.push(...(await seenRows(seenAs, rows.slice(from, from + READ))));
    // oxlint-disable-next-line eslint/no-await-in-loop -- searches of people come in between
    await rest(performance.now() - startedMs);
  }
  return seen;
};

const findByIndex = async (
  { context, seenAs, signal }: Searching,
  question: ExportQuestion,
  { cursor, events }: Reached,
  most: number,
): Promise<Found> => {
  const { sort = SEARCH_ORDER } = question;
  const { scope, query } = await readSearch(context, { ...question, sort });
  // Each page of another order reads all events that match: fewer pages then.
  const isByTime = sort.field === SEARCH_ORDER.field;
  const rows: SearchRow[] = [];
  let at = cursor;
  do {
    const startedMs = performance.now();
    const limit = Math.min(isByTime ? READ : STEP, most - rows.length);
    // oxlint-disable-next-line eslint/no-await-in-loop -- one page after the other
    const page = await searchEvents(context.database, scope, { ...query, cursor: at, limit });
    // oxlint-disable-next-line eslint/no-await-in-loop -- searches of people come in between
    await rest(performance.now() - startedMs);
    // oxlint-disable-next-line eslint/no-await-in-loop -- as above
    rows.push(...(await seenInSteps(seenAs, page.rows)));
    at = page.nextCursor;
  } while (at !== null && rows.length < most && !signal.aborted);
  const last = rows.at(-1);
  if (at === null || last === undefined) return { rows, cursor: at, share: 1 };
  if (isNewestFirst(sort))
    return { rows, cursor: at, share: shareOfRange(query, Date.parse(last.eventTime), context.clock.now()) };
  const all = await context.database.readTenant(scope.tenantId, (trx) => countSortable(trx, scope, query));
  return { rows, cursor: at, share: (events + rows.length) / Math.max(1, Math.min(all, MAX_SEARCH_EXPORT_EVENTS)) };
};

const findByCondition = async (
  { context, seenAs }: Searching,
  question: ExportQuestion,
  { cursor }: Reached,
  most: number,
): Promise<Found> => {
  const startedMs = performance.now();
  const eventType = question.eventType as Exclude<ExportQuestion['eventType'], 'signUp'>;
  const budget = { limit: most, isSpent: () => performance.now() - startedMs >= SCAN_MS };
  const { rows, nextCursor, share } = await scanOnce(context, { ...question, eventType, cursor }, budget);
  return { rows: await seenInSteps(seenAs, rows), cursor: nextCursor, share };
};

const searchingFor = async (
  { database, clock, texts }: Options,
  { tenantId, environmentId, claimId }: ClaimedJob,
  { hasPersonal, askedBy, askedById }: StoredSearchExport,
  signal: AbortSignal,
): Promise<Searching> => {
  const context: EnvironmentContext = {
    database,
    clock,
    texts,
    tenantId,
    environmentId,
    actor: { kind: 'system', id: askedById, name: askedBy },
    correlationId: claimId,
    capabilities: {},
  };
  if (hasPersonal) return { context, seenAs: context, signal };
  const all = await database.inTenant(tenantId, listEnvironments);
  return { context, seenAs: { ...context, maskedEnvironments: new Set(all.map(({ id }) => id)) }, signal };
};

const find = (searching: Searching, question: ExportQuestion, reached: Reached, most: number): Promise<Found> =>
  question.condition === ''
    ? findByIndex(searching, question, reached, most)
    : findByCondition(searching, question, reached, most);

/**
 * Makes one change of an export; nothing is left of it where it was removed or another node has it. Export before job: whatever removes
 * exports locks them in this order.
 *
 * @param done rows that were found; null for work that a failed job does anew, so that it is no progress.
 */
const change = (
  { database }: Options,
  job: ClaimedJob,
  done: number | null,
  work: (trx: TenantTransaction) => Promise<boolean>,
): Promise<void> =>
  database.inTenant(job.tenantId, async (trx) => {
    if (!(await work(trx))) throw new JobLost();
    await advanceJobIn(trx, job, done);
  });

const textOf = ({ format, ownPaths, bytes }: StoredSearchExport, rows: readonly SearchRow[]): string => {
  if (format !== 'csv') return ndjsonLines(rows);
  return `${bytes === 0 ? csvHeader(ownPaths) : ''}${csvLines(rows, ownPaths)}`;
};

/** Writes the rows that wait to a Parquet file, from its beginning: its end names where each group stands. */
const writeParquet = async (
  options: Options,
  job: ClaimedJob,
  { id, ownPaths }: StoredSearchExport,
  { signal }: JobRun,
) => {
  const { database } = options;
  // Loaded when the first such file is written, so that a server without one does not hold it.
  const { ParquetFile } = await import('./parquet-file.ts');
  const file = new ParquetFile(ownPaths);
  let size = 0;
  const append = async (bytes: Buffer, isFirst: boolean): Promise<void> => {
    const data = await compress(bytes);
    await change(options, job, null, async (trx) => {
      if (isFirst) await dropSearchExportParts(trx, id, 'file');
      await appendSearchExportPart(trx, job.tenantId, id, { firstByte: size, bytes: bytes.length, data });
      return moveSearchExport(trx, id, { share: 1 });
    });
    size += bytes.length;
  };
  for (let after = -1; !signal.aborted;) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one group after the other
    const part = await database.inTenant(job.tenantId, (trx) => readWaitingRows(trx, id, after));
    if (part === undefined) break;
    // oxlint-disable-next-line eslint/no-await-in-loop -- as above
    const lines = (await decompress(part.data)).toString('utf8').split('\n').filter(Boolean);
    const bytes = file.write(lines.map((line) => JSON.parse(line) as SearchRow));
    // oxlint-disable-next-line eslint/no-await-in-loop -- as above
    await append(bytes, size === 0);
    after = part.part;
  }
  if (!signal.aborted) await append(file.end(), size === 0);
  return size;
};

/** Works on an export from where it stands. Every step is one transaction that also moves it on. */
const run = async (options: Options, job: ClaimedJob, jobRun: JobRun): Promise<JobEnding | undefined> => {
  const { database, clock, step = STEP } = options;
  const { tenantId, subjectId: id } = job;
  let at = await database.inTenant(tenantId, (trx) => findSearchExport(trx, id));
  if (at?.state !== 'open') throw new JobLost();
  const searching = await searchingFor(options, job, at, jobRun.signal);
  const question = at.question as unknown as ExportQuestion;
  let isAll = at.share === 1;
  while (!isAll && !jobRun.signal.aborted) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one step after the other
    const found = await find(searching, question, at, Math.min(step, MAX_SEARCH_EXPORT_EVENTS - at.events));
    const events: number = at.events + found.rows.length;
    const isCut = found.cursor !== null && events >= MAX_SEARCH_EXPORT_EVENTS;
    isAll = found.cursor === null || isCut;
    const content = Buffer.from(textOf(at, found.rows));
    const firstByte = at.format === 'parquet' ? null : at.bytes;
    const bytes: number = at.format === 'parquet' ? 0 : at.bytes + content.length;
    // Below 1 until all is found: that is how a node that takes over knows.
    const next = { cursor: found.cursor, share: isAll ? 1 : Math.min(0.999, found.share), events, bytes, isCut };
    // oxlint-disable-next-line eslint/no-await-in-loop -- as above
    const data = await compress(content);
    // oxlint-disable-next-line eslint/no-await-in-loop -- as above
    await change(options, job, found.rows.length, async (trx) => {
      if (content.length > 0)
        await appendSearchExportPart(trx, tenantId, id, { firstByte, bytes: content.length, data });
      return moveSearchExport(trx, id, next);
    });
    at = { ...at, ...next };
  }
  if (jobRun.signal.aborted) return undefined;
  const bytes = at.format === 'parquet' ? await writeParquet(options, job, at, jobRun) : at.bytes;
  if (jobRun.signal.aborted) return undefined;
  return async (trx) => {
    await dropSearchExportParts(trx, id, 'waiting');
    if (!(await moveSearchExport(trx, id, { bytes, readyAt: new Date(clock.now()) }))) throw new JobLost();
  };
};

/** Writes the events of searches to files, and removes those whose time is over. */
export const createSearchExports = (options: Options): JobRunner => ({
  kind: 'searchExport',
  run: (job, jobRun) => run(options, job, jobRun),
  // Nothing goes on with what is there, and personal values may stand in it.
  failed: async (trx, { subjectId }) => {
    await dropSearchExportParts(trx, subjectId, 'waiting');
    await dropSearchExportParts(trx, subjectId, 'file');
  },
  schedule: {
    everyMs: HOUR_MS,
    onOneNode: true,
    run: async () => {
      const { database, clock } = options;
      for (const { tenantId } of await database.listTenants())
        // oxlint-disable-next-line eslint/no-await-in-loop -- one tenant after the other
        await database.inTenant(tenantId, (trx) => expireSearchExports(trx, new Date(clock.now())));
    },
  },
});
