import { fail, LIST_BYTE_LIMIT, vanishingColumns } from '@redoubt/domain';
import {
  findList,
  insertListVersion,
  listContentHash,
  updateList,
  type ListChunks,
  type ListContent,
  type ListOrigin,
  type StoredList,
  type StoredReference,
  type TenantTransaction,
} from '@redoubt/storage';
import type { Readable } from 'node:stream';
import { guardedCsvLine, type Id } from '@redoubt/kernel';
import { changedBy } from '../activity/record-activity.ts';
import { requireSecondPerson } from '../changes/second-person.ts';
import type { EnvironmentContext } from '../context.ts';
import { failAt } from '../problems.ts';
import { userNames, usersOf } from '../references/references.ts';
import type { CsvProblem } from '../csv/csv-problems.ts';
import { readCsv, type CsvFile } from '../csv/read-csv.ts';
import { guard, inTransaction } from '../unit-of-work.ts';

/** What refuses a file with problems, naming the lines: LIST-FILE-INVALID. */
export const problemsOf = (problems: readonly CsvProblem[]): Error =>
  failAt(
    'LIST-FILE-INVALID',
    { count: problems.length },
    problems.map(({ line, code, message }) => ({ path: `line ${line}`, message: `${code}: ${message}` })),
  );

/** A file without problems. Throws LIST-FILE-INVALID with the lines that are wrong, LIST-TOO-LARGE. */
export const readUsableCsv = async (stream: Readable, expiryColumn: string | null): Promise<CsvFile> => {
  const file = await readCsv(stream, expiryColumn);
  if (file.problems.length > 0) throw problemsOf(file.problems);
  return file;
};

/**
 * A file without problems for a list that exists, whose expiry column it is read with; another request may meanwhile
 * change or delete the list. Throws LIST-FILE-INVALID, LIST-TOO-LARGE.
 */
export const readCsvFor = async (context: EnvironmentContext, listId: Id, stream: Readable): Promise<CsvFile> => {
  const list = await inTransaction(context, (trx) => findList(trx, context.environmentId, listId));
  return readUsableCsv(stream, list?.expiryColumn ?? null);
};

/** Refuses columns that lack what published texts read: LIST-COLUMN-IN-USE with those. */
const refuseMissingColumns = async (
  trx: TenantTransaction,
  { environmentId, name }: StoredList,
  columns: readonly string[],
): Promise<void> => {
  const users = await usersOf(trx, 'list', environmentId, name);
  const missingOf = (read: readonly StoredReference[]): readonly string[] =>
    vanishingColumns(
      columns,
      read.flatMap(({ parts }) => parts),
    );
  const missing = missingOf(users);
  if (missing.length === 0) return;
  const affected = users.filter((user) => missingOf([user]).length > 0);
  throw fail('LIST-COLUMN-IN-USE', { name, columns: missing, rules: userNames(affected) });
};

/** What the activity log keeps of a content. */
export const factsOf = ({ columns, rowCount, contentHash, expiryColumn }: ListContent, contentVersion: number) => ({
  contentVersion,
  columns,
  rowCount,
  contentHash,
  expiryColumn,
});

/** A content whose rows are written, but which is not the list's yet; without chunks where its rows are kept elsewhere. */
export type WrittenContent = ListContent & { readonly chunks: ListChunks | null };

/**
 * Makes a content that was written the current one; gives its number. The caller has moved the plan head on, so no rule
 * comes to read a column while it goes away. A second person is asked where something published reads the list. Throws
 * LIST-COLUMN-IN-USE where that reads a column the content lacks.
 */
export const makeCurrent = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  list: StoredList,
  content: WrittenContent,
  provenance: { readonly origin: ListOrigin; readonly restoredVersion?: number },
): Promise<number> => {
  const changed = changedBy(context);
  const refuse = (): Promise<void> => refuseMissingColumns(trx, list, content.columns);
  await guard(context, refuse, refuse);
  if ((await usersOf(trx, 'list', context.environmentId, list.name)).length > 0)
    await requireSecondPerson(trx, context);
  const contentVersion = list.contentVersion + 1;
  const key = { listId: list.id, contentVersion };
  await insertListVersion(trx, context.tenantId, key, content, { ...changed, ...provenance });
  await updateList(trx, list.id, { contentVersion }, changed);
  return contentVersion;
};

/** Bytes of a row in a downloaded file, whose lines end with `\r\n`. */
export const rowBytes = (row: readonly string[]): number => Buffer.byteLength(guardedCsvLine(row)) + 2;

/** What a list becomes with these chunks, which are written. Throws LIST-TOO-LARGE where its file would be. */
export const contentOf = (
  { columns, expiryColumn }: Pick<StoredList, 'columns' | 'expiryColumn'>,
  chunks: ListChunks,
  sizeBytes: number,
): WrittenContent => {
  if (sizeBytes >= LIST_BYTE_LIMIT) throw fail('LIST-TOO-LARGE', { limitBytes: LIST_BYTE_LIMIT });
  const rowCount = chunks.rowCounts.reduce((sum, count) => sum + count, 0);
  const contentHash = listContentHash({ columns, expiryColumn }, chunks.hashes);
  return { columns, expiryColumn, rowCount, sizeBytes, contentHash, chunks };
};
