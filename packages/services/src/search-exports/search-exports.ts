import type {
  BodyOf,
  getSearchExports as listEndpoint,
  ResponseOf,
  SearchExport,
  startSearchExport as startEndpoint,
} from '@redoubt/contracts';
import {
  allows,
  fail,
  isNewestFirst,
  MAX_OPEN_SEARCH_EXPORTS,
  MAX_SEARCH_EXPORTS,
  SEARCH_EXPORT_DAYS,
  type JobState,
  type SearchExportState,
} from '@redoubt/domain';
import { DAY_MS, newId, type Id, type Json } from '@redoubt/kernel';
import {
  deleteSearchExport,
  findSearchExport,
  insertSearchExport,
  listSearchExports,
  lockSearchExports,
  queueJob,
  readSearchExportPart,
  searchEvents,
  type ListedSearchExport,
  type StoredSearchExport,
  type TenantTransaction,
} from '@redoubt/storage';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { jobAsker, recordOf } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireMayLeave, SAVED_FILE } from '../environments/may-leave.ts';
import { loadSubtree, scopeIds } from '../environments/subtree.ts';
import { prepareCondition } from '../fql-search/prepare-condition.ts';
import { requireClean } from '../problems.ts';
import { filtersOf, readOwnFields, readSearch } from '../search/search-scope.ts';
import { inTransaction, reading } from '../unit-of-work.ts';

/** What an export searches for, as it is kept. */
export type ExportQuestion = Pick<
  BodyOf<typeof startEndpoint>,
  'eventType' | 'from' | 'to' | 'includeChildren' | 'filters' | 'anyOf' | 'condition' | 'sort'
>;

const record = recordOf('Event');
const decompress = promisify(zstdDecompress);

const STATES: Readonly<Record<JobState, SearchExportState>> = {
  queued: 'waiting',
  running: 'running',
  done: 'running',
  failed: 'failed',
  cancelled: 'cancelled',
};

const stateOf = ({ state, jobState }: ListedSearchExport): SearchExportState =>
  state === 'open' ? (jobState === null ? 'cancelled' : STATES[jobState]) : state;

const nameOf = ({ format, askedAt, id }: Pick<StoredSearchExport, 'format' | 'askedAt' | 'id'>): string =>
  `search-${askedAt.toISOString().slice(0, 16).replaceAll(/[-:]/g, '')}-${id.slice(-6)}.${format}`;

const wire = (each: ListedSearchExport): SearchExport => {
  const { id, format, hasPersonal, share, events, bytes, isCut, problem, askedAt, readyAt, expiresAt } = each;
  return {
    id,
    name: nameOf(each),
    format,
    state: stateOf(each),
    hasPersonal,
    share,
    events,
    bytes,
    isCut,
    problem,
    askedAt: askedAt.toISOString(),
    readyAt: readyAt?.toISOString() ?? null,
    expiresAt: expiresAt.toISOString(),
  };
};

/** Refuses what could not be searched for, before a job begins: as the same search on the screen does. */
const requireAnswerable = async (context: EnvironmentContext, question: ExportQuestion): Promise<void> => {
  if (question.condition !== '') {
    const { eventType } = question;
    if (eventType === 'signUp') throw fail('SRCH-QUERY-INVALID', { field: 'condition' });
    if (question.sort !== undefined && !isNewestFirst(question.sort)) throw fail('SRCH-SORT-CONDITION');
    await prepareCondition(context, { ...question, eventType });
    return;
  }
  const { scope, query } = await readSearch(context, question);
  await searchEvents(context.database, scope, { ...query, cursor: null, limit: 1 });
};

const requirePersonal = ({ capabilities }: EnvironmentContext): void => {
  if (!allows(capabilities, 'personalData:read')) throw fail('SRCH-EXPORT-MASKED');
};

/** A condition without what it compares with, which may be a person's. */
const named = ({ field, operator }: ExportQuestion['filters'][number]): string => `${field} ${operator}`;

const isOpen = (each: ListedSearchExport): boolean => ['waiting', 'running'].includes(stateOf(each));

/**
 * Asks for a file with the events of a search. Personal values are masked in it, whatever the environment says, unless they are
 * asked for by a person who may see them.
 *
 * @throws `SRCH-EXPORT-MASKED`, `SRCH-EXPORT-LIMIT`, and what the search itself throws.
 */
export const startSearchExport = async (
  context: EnvironmentContext,
  { format, withPersonal, ...question }: BodyOf<typeof startEndpoint>,
): Promise<SearchExport> => {
  const { tenantId, environmentId, actor, clock } = context;
  if (withPersonal) requirePersonal(context);
  filtersOf(question).forEach(({ values }, index) => {
    values.forEach((value) => requireClean({ [`body.filters.${index}`]: value }));
  });
  await requireAnswerable(context, question);
  const askedAt = new Date(clock.now());
  const id = newId();
  return inTransaction(context, async (trx) => {
    await lockSearchExports(trx, environmentId, actor.id);
    const own = await listSearchExports(trx, environmentId, actor.id);
    if (own.filter(isOpen).length >= MAX_OPEN_SEARCH_EXPORTS || own.length >= MAX_SEARCH_EXPORTS)
      throw fail('SRCH-EXPORT-LIMIT', { open: MAX_OPEN_SEARCH_EXPORTS, most: MAX_SEARCH_EXPORTS });
    const subtree = await loadSubtree(trx, environmentId);
    await requireMayLeave(trx, scopeIds(subtree, question.includeChildren), SAVED_FILE);
    const fields = await readOwnFields(trx, context, subtree, question.eventType);
    const made = {
      id,
      environmentId,
      format,
      hasPersonal: withPersonal,
      question: question as unknown as Json,
      ownPaths: fields.map(({ path }) => path),
      askedById: actor.id,
      askedBy: actor.name,
      askedAt,
      expiresAt: new Date(clock.now() + SEARCH_EXPORT_DAYS * DAY_MS),
    };
    await insertSearchExport(trx, tenantId, made);
    const job = { tenantId, kind: 'searchExport', subjectId: id, environmentId, name: nameOf(made) } as const;
    await queueJob(trx, { ...job, ...jobAsker(context) });
    const { eventType, from, to, anyOf = [], condition, sort } = question;
    await record(trx, context, {
      operation: 'Export',
      id,
      name: nameOf(made),
      modified: {
        format,
        personal: withPersonal ? 'plain' : 'masked',
        eventType,
        from,
        to,
        filters: question.filters.map(named),
        ...(anyOf.length === 0 ? {} : { anyOf: anyOf.map((group) => group.map(named).join(', ')) }),
        condition: condition !== '',
        ...(sort === undefined ? {} : { sort: `${sort.field} ${sort.direction}` }),
      },
    });
    const listed = await listSearchExports(trx, environmentId, actor.id);
    return wire(listed.find((each) => each.id === id) as ListedSearchExport);
  });
};

/** Exports that the caller asked for here, newest first. */
export const getSearchExports = (context: EnvironmentContext): Promise<ResponseOf<typeof listEndpoint>> =>
  reading(context, async (trx) => ({
    exports: (await listSearchExports(trx, context.environmentId, context.actor.id)).map(wire),
  }));

const findOwn = async (
  trx: TenantTransaction,
  { environmentId, actor }: EnvironmentContext,
  id: Id,
): Promise<StoredSearchExport> => {
  const found = await findSearchExport(trx, id);
  if (found === undefined || found.environmentId !== environmentId || found.askedById !== actor.id)
    throw fail('SRCH-EXPORT-UNKNOWN', { id });
  return found;
};

/** Ends an own export that waits or runs, or removes its file. @throws `SRCH-EXPORT-UNKNOWN`. */
export const removeSearchExport = (context: EnvironmentContext, id: Id): Promise<void> =>
  inTransaction(context, async (trx) => {
    const found = await findOwn(trx, context, id);
    await deleteSearchExport(trx, id);
    await record(trx, context, { operation: 'Delete', id, name: nameOf(found), original: { state: found.state } });
  });

/** A file that is read from any byte on. */
export type StoredFile = {
  readonly name: string;
  readonly size: number;
  /** Says which content it is: the same as long as it is this file. */
  readonly etag: string;
  /** Bytes from one up to, and without, another. */
  readonly read: (from: number, to: number) => Readable;
};

async function* bytesOf(context: EnvironmentContext, id: Id, from: number, to: number): AsyncGenerator<Buffer> {
  for (let at = from; at < to;) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one part at a time is held in memory
    const part = await reading(context, (trx) => readSearchExportPart(trx, id, at));
    if (part === undefined || part.firstByte === null) throw fail('SRCH-EXPORT-GONE');
    // oxlint-disable-next-line eslint/no-await-in-loop -- as above
    const bytes = await decompress(part.data);
    yield bytes.subarray(at - part.firstByte, to - part.firstByte);
    at = part.firstByte + part.bytes;
  }
}

/**
 * The file of an own export. Each download is written down, and each time that one is resumed.
 *
 * @throws `SRCH-EXPORT-UNKNOWN`, `SRCH-EXPORT-GONE`, and `SRCH-EXPORT-MASKED` for one with personal values where the caller may not see them
 *   any more.
 */
export const downloadSearchExport = (context: EnvironmentContext, id: Id): Promise<StoredFile> =>
  inTransaction(context, async (trx) => {
    const found = await findOwn(trx, context, id);
    if (found.state !== 'ready' || found.expiresAt.getTime() <= context.clock.now()) throw fail('SRCH-EXPORT-GONE');
    if (found.hasPersonal) requirePersonal(context);
    const { includeChildren } = found.question as unknown as ExportQuestion;
    const environmentIds = scopeIds(await loadSubtree(trx, context.environmentId), includeChildren);
    await requireMayLeave(trx, environmentIds, SAVED_FILE);
    const { hasPersonal, events, bytes: size } = found;
    const name = nameOf(found);
    const modified = { download: true, personal: hasPersonal ? 'plain' : 'masked', events };
    await record(trx, context, { operation: 'Export', id, name, modified });
    return {
      name,
      size,
      etag: `"${id}"`,
      read: (from, to) => Readable.from(bytesOf({ ...context, unitOfWork: undefined }, id, from, to)),
    };
  });
