import type { ListPreview, ListSummary } from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { findList, listLists, listRows, listUsersOfLists, readListRows } from '@redoubt/storage';
import type { Readable } from 'node:stream';
import type { EnvironmentContext } from '../context.ts';
import { listDifference } from './list-difference.ts';
import { listSummaryOf, mayWriteLists, readListSummary } from './list-summary.ts';
import { PREVIEW_ROWS } from './preview-rows.ts';
import { readCsv } from './read-csv.ts';
import { writeCsv } from './write-csv.ts';

/** The custom lists of an environment, by name. */
export const getLists = (
  context: EnvironmentContext,
): Promise<{ readonly lists: ListSummary[]; readonly canWrite: boolean }> =>
  context.database.inTenant(context.tenantId, async (trx) => {
    const users = await listUsersOfLists(trx, context.environmentId);
    const lists = await listLists(trx, context.environmentId);
    return { lists: lists.map((list) => listSummaryOf(list, users)), canWrite: mayWriteLists(context) };
  });

/**
 * What an uploaded file holds, without keeping it, and what it would change in a list. Throws LIST-UNKNOWN,
 * LIST-TOO-LARGE.
 */
export const previewList = async (
  context: EnvironmentContext,
  input: { readonly stream: Readable; readonly listId?: Id | undefined },
): Promise<ListPreview> => {
  const { listId } = input;
  const file = await readCsv(input.stream);
  const before =
    listId === undefined
      ? undefined
      : await context.database.inTenant(context.tenantId, async (trx) => {
          const list = await findList(trx, context.environmentId, listId);
          if (!list) throw fail('LIST-UNKNOWN', { id: listId });
          const rows = await readListRows(trx, { listId, contentVersion: list.contentVersion });
          return { columns: list.columns, rows };
        });
  return {
    columns: [...file.columns],
    rowCount: file.rows.length,
    sizeBytes: file.sizeBytes,
    rows: file.rows.slice(0, PREVIEW_ROWS).map((row) => [...row]),
    problems: file.problems.map((problem) => ({ ...problem })),
    difference: before && file.problems.length === 0 ? listDifference(before, file) : null,
  };
};

/** Cursors name the content they page through, so that replacing the list meanwhile mixes nothing. */
const cursorOf = (contentVersion: number, ordinal: number): string => `${contentVersion}.${ordinal}`;

const readCursor = (cursor: string): { readonly contentVersion: number; readonly ordinal: number } => {
  const [, contentVersion, ordinal] = /^(\d{1,9})\.(\d{1,9})$/.exec(cursor) ?? [];
  if (contentVersion === undefined || ordinal === undefined) throw fail('REQ-INVALID', { count: 1 });
  return { contentVersion: Number(contentVersion), ordinal: Number(ordinal) };
};

export type ListRowsPage = {
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
  context.database.inTenant(context.tenantId, async (trx) => {
    const list = await readListSummary(trx, context.environmentId, listId);
    const start =
      page.cursor === undefined ? { contentVersion: list.contentVersion, ordinal: 0 } : readCursor(page.cursor);
    const wanted = page.contains?.toLowerCase() ?? '';
    const rows: { ordinal: number; cells: string[] }[] = [];
    const key = { listId, contentVersion: start.contentVersion };
    for await (const { ordinal, cells } of listRows(trx, key, start.ordinal)) {
      if (wanted !== '' && !cells.some((cell) => cell.toLowerCase().includes(wanted))) continue;
      const last = rows.at(-1);
      if (rows.length === page.limit && last) {
        return { list, rows, nextCursor: cursorOf(start.contentVersion, last.ordinal) };
      }
      rows.push({ ordinal, cells: [...cells] });
    }
    return { list, rows, nextCursor: null };
  });

/** The current content as CSV. Throws LIST-UNKNOWN. */
export const downloadList = (context: EnvironmentContext, listId: Id): Promise<string> =>
  context.database.inTenant(context.tenantId, async (trx) => {
    const list = await findList(trx, context.environmentId, listId);
    if (!list) throw fail('LIST-UNKNOWN', { id: listId });
    return writeCsv(list.columns, await readListRows(trx, { listId, contentVersion: list.contentVersion }));
  });
