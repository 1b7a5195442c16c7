import type { ListDifference, ListPreview, ListSummary, ListVersion } from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  findList,
  findListVersion,
  listLists,
  listRows,
  listVersionsOf,
  type StoredList,
  type StoredListVersion,
  type TenantTransaction,
} from '@redoubt/storage';
import type { Readable } from 'node:stream';
import type { EnvironmentContext } from '../context.ts';
import { requireMayLeave, SAVED_FILE } from '../environments/may-leave.ts';
import { readUsers } from '../references/references.ts';
import { otherColumns, type CsvProblem } from '../csv/csv-problems.ts';
import { listDifference } from './list-difference.ts';
import { listSummaryOf, mayWriteLists, readListSummary } from './list-summary.ts';
import { readCsv, type CsvFile } from '../csv/read-csv.ts';
import { storedRows, withAppended, type RowSource } from '../csv/row-source.ts';
import { writeStoredCsv } from '../csv/write-csv.ts';
import { rowMask, seenDifference } from '../privacy/mask-lists.ts';
import { inTransaction } from '../unit-of-work.ts';

/** The custom lists of an environment, by name. */
export const getLists = (
  context: EnvironmentContext,
): Promise<{ readonly lists: ListSummary[]; readonly canWrite: boolean }> =>
  inTransaction(context, async (trx) => {
    const users = await readUsers(trx, 'list', context.environmentId);
    const lists = await listLists(trx, context.environmentId);
    return { lists: lists.map((list) => listSummaryOf(list, users(list.name))), canWrite: mayWriteLists(context) };
  });

/** The list as it is. Throws LIST-UNKNOWN. */
const requireList = async (trx: TenantTransaction, environmentId: Id, listId: Id): Promise<StoredList> => {
  const list = await findList(trx, environmentId, listId);
  if (!list) throw fail('LIST-UNKNOWN', { id: listId });
  return list;
};

const rowsOf = (
  trx: TenantTransaction,
  listId: Id,
  content: Pick<StoredList, 'contentVersion' | 'columns' | 'rowCount'>,
) => storedRows(trx, { listId, contentVersion: content.contentVersion }, content);

export type PreviewInput = {
  readonly stream: Readable;
  readonly listId?: Id | undefined;
  readonly as: 'content' | 'append';
  readonly expiryColumn?: string | undefined;
};

/** Why a file cannot go behind the rows of a list, or what that would change. */
const fitInto = async (
  before: RowSource,
  file: CsvFile,
  as: PreviewInput['as'],
): Promise<{ readonly problems: readonly CsvProblem[]; readonly difference: ListDifference | null }> => {
  if (file.problems.length > 0) return { problems: file.problems, difference: null };
  const after = as === 'append' ? withAppended(before, file) : file;
  if (!after) return { problems: [otherColumns(before.columns)], difference: null };
  return { problems: [], difference: await listDifference(before, after) };
};

/**
 * What an uploaded file holds, without keeping it, and what it would change in a list. Throws LIST-UNKNOWN,
 * LIST-TOO-LARGE.
 */
export const previewList = async (context: EnvironmentContext, input: PreviewInput): Promise<ListPreview> => {
  const { environmentId } = context;
  const { listId } = input;
  const known =
    listId === undefined
      ? undefined
      : await inTransaction(context, (trx) => requireList(trx, environmentId, listId)).catch((error: unknown) => {
          // The answer waits until the file is here, as every other does.
          input.stream.resume();
          throw error;
        });
  const file = await readCsv(input.stream, known ? known.expiryColumn : (input.expiryColumn ?? null));
  const { problems, difference } = known
    ? await inTransaction(context, (trx) => fitInto(rowsOf(trx, known.id, known), file, input.as))
    : { problems: file.problems, difference: null };
  return {
    columns: [...file.columns],
    rowCount: file.rowCount,
    sizeBytes: file.sizeBytes,
    delimiter: file.delimiter,
    encoding: file.encoding,
    likelyDivider: file.likelyDivider,
    rows: file.firstRows.map((row) => [...row]),
    problems: problems.map((problem) => ({ ...problem })),
    difference,
  };
};

/** Cursors name the content they page through, so that replacing the list meanwhile mixes nothing. */
const cursorOf = (contentVersion: number, ordinal: number): string => `${contentVersion}.${ordinal}`;

const readCursor = (cursor: string): { readonly contentVersion: number; readonly ordinal: number } => {
  const [, contentVersion, ordinal] = /^(\d{1,9})\.(\d{1,9})$/.exec(cursor) ?? [];
  if (contentVersion === undefined || ordinal === undefined) throw fail('REQ-INVALID', { count: 1 });
  return { contentVersion: Number(contentVersion), ordinal: Number(ordinal) };
};

type ListRowsPage = {
  readonly list: ListSummary;
  readonly rows: { ordinal: number; cells: string[] }[];
  readonly nextCursor: string | null;
};

/**
 * Rows in file order, optionally only those with a cell that contains a text, ignoring case. Throws LIST-UNKNOWN.
 */
export const getListRows = (
  context: EnvironmentContext,
  listId: Id,
  page: { readonly cursor?: string | undefined; readonly limit: number; readonly contains?: string | undefined },
): Promise<ListRowsPage> =>
  inTransaction(context, async (trx) => {
    const list = await readListSummary(trx, context.environmentId, listId);
    const start =
      page.cursor === undefined ? { contentVersion: list.contentVersion, ordinal: 0 } : readCursor(page.cursor);
    const wanted = page.contains?.toLowerCase() ?? '';
    const mask = rowMask(context, list.columns);
    // A part of a masked cell is not searched for: it would be guessed letter by letter.
    const isFound = (cell: string, shown: string | undefined): boolean =>
      cell.toLowerCase() === wanted || (shown ?? cell).toLowerCase().includes(wanted);
    const rows: { ordinal: number; cells: string[] }[] = [];
    const key = { listId, contentVersion: start.contentVersion };
    for await (const { ordinal, cells } of listRows(trx, key, start.ordinal)) {
      const shown = mask?.(cells) ?? [...cells];
      if (wanted !== '' && !cells.some((cell, at) => isFound(cell, shown[at]))) continue;
      const last = rows.at(-1);
      if (rows.length === page.limit && last) {
        return { list, rows, nextCursor: cursorOf(start.contentVersion, last.ordinal) };
      }
      rows.push({ ordinal, cells: shown });
    }
    return { list, rows, nextCursor: null };
  });

/** A content of a list that was once current. Throws LIST-VERSION-UNKNOWN. */
const requireVersion = async (trx: TenantTransaction, listId: Id, version: number): Promise<StoredListVersion> => {
  const found = await findListVersion(trx, { listId, contentVersion: version });
  if (!found) throw fail('LIST-VERSION-UNKNOWN', { version });
  return found;
};

async function* mapRows(
  rows: AsyncIterable<readonly string[]>,
  map: (row: readonly string[]) => string[],
): AsyncGenerator<string[]> {
  for await (const row of rows) yield map(row);
}

/** The current content as CSV, or an earlier one. Throws LIST-UNKNOWN, LIST-VERSION-UNKNOWN. */
export const downloadList = (
  context: EnvironmentContext,
  listId: Id,
  { contentVersion }: { readonly contentVersion?: number | undefined } = {},
): Promise<string> =>
  inTransaction(context, async (trx) => {
    const list = await requireList(trx, context.environmentId, listId);
    await requireMayLeave(trx, [context.environmentId], SAVED_FILE);
    const content = contentVersion === undefined ? list : await requireVersion(trx, listId, contentVersion);
    const mask = rowMask(context, content.columns);
    const rows = rowsOf(trx, listId, content).rows();
    return writeStoredCsv(content.columns, mask ? mapRows(rows, mask) : rows);
  });

const versionOf = ({ by, at, ...version }: StoredListVersion): ListVersion => ({
  contentVersion: version.contentVersion,
  columns: [...version.columns],
  rowCount: version.rowCount,
  sizeBytes: version.sizeBytes,
  expiryColumn: version.expiryColumn,
  connection: version.source ?? null,
  origin: version.origin,
  restoredVersion: version.restoredVersion,
  made: { by, at: at.toISOString() },
});

/** Contents a list has had, newest first. Throws LIST-UNKNOWN. */
export const getListVersions = (
  context: EnvironmentContext,
  listId: Id,
  page: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<{ readonly versions: ListVersion[]; readonly nextCursor: string | null }> =>
  inTransaction(context, async (trx) => {
    const list = await requireList(trx, context.environmentId, listId);
    if (page.cursor !== undefined && !/^\d{1,9}$/.test(page.cursor)) throw fail('REQ-INVALID', { count: 1 });
    const before = page.cursor === undefined ? list.contentVersion + 1 : Number(page.cursor);
    const found = await listVersionsOf(trx, listId, { before, limit: page.limit + 1 });
    const shown = found.slice(0, page.limit);
    const last = shown.at(-1);
    return {
      versions: shown.map(versionOf),
      nextCursor: found.length > page.limit && last ? String(last.contentVersion) : null,
    };
  });

/** What changed from one content of a list to another. Throws LIST-UNKNOWN, LIST-VERSION-UNKNOWN. */
export const getListDifference = (
  context: EnvironmentContext,
  listId: Id,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<ListDifference> =>
  inTransaction(context, async (trx) => {
    await requireList(trx, context.environmentId, listId);
    const before = rowsOf(trx, listId, await requireVersion(trx, listId, from));
    const after = rowsOf(trx, listId, await requireVersion(trx, listId, to));
    const columns = { before: before.columns, after: after.columns };
    return seenDifference(context, await listDifference(before, after), columns);
  });
