import { fail, LIST_BYTE_LIMIT, vanishingColumns } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  insertListVersion,
  updateList,
  writeListRows,
  type ListContent,
  type ListOrigin,
  type StoredList,
  type TenantTransaction,
} from '@redoubt/storage';
import type { Readable } from 'node:stream';
import { changedBy } from '../activity/record-activity.ts';
import { requireSecondPerson } from '../changes/second-person.ts';
import type { EnvironmentContext } from '../context.ts';
import { failAt } from '../problems.ts';
import type { CsvProblem } from './csv-problems.ts';
import { digesting, ListDigest } from './list-digest.ts';
import { referencesOf, userNames, usersOf } from './list-summary.ts';
import { readListUsers, type ListUser } from './list-users.ts';
import { readCsv, type CsvFile } from './read-csv.ts';

/** Refuses a file with problems, naming the lines: LIST-FILE-INVALID. */
export const refuseProblems = (problems: readonly CsvProblem[]): void => {
  if (problems.length === 0) return;
  throw failAt(
    'LIST-FILE-INVALID',
    { count: problems.length },
    problems.map(({ line, code, message }) => ({ path: `line ${line}`, message: `${code}: ${message}` })),
  );
};

/** A file without problems. Throws LIST-FILE-INVALID with the lines that are wrong, LIST-TOO-LARGE. */
export const readUsableCsv = async (stream: Readable, expiryColumn: string | null): Promise<CsvFile> => {
  const file = await readCsv(stream, expiryColumn);
  refuseProblems(file.problems);
  return file;
};

/** Refuses columns that lack what published texts read: LIST-COLUMN-IN-USE with those. */
export const refuseMissingColumns = (name: string, columns: readonly string[], users: readonly ListUser[]): void => {
  const missing = vanishingColumns(name, columns, referencesOf(users));
  if (missing.length === 0) return;
  const affected = users.filter(({ lists }) => vanishingColumns(name, columns, lists).length > 0);
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

/** Makes a content that was written the current one; gives its number. A second person is asked where something published reads it. */
export const makeCurrent = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  list: StoredList,
  content: ListContent,
  provenance: { readonly origin: ListOrigin; readonly restoredVersion?: number },
): Promise<number> => {
  const changed = changedBy(context);
  if (usersOf(list, await readListUsers(trx, context.environmentId)).length > 0)
    await requireSecondPerson(trx, context);
  const contentVersion = list.contentVersion + 1;
  const key = { listId: list.id, contentVersion };
  await insertListVersion(trx, context.tenantId, key, content, { ...changed, ...provenance });
  await updateList(trx, list.id, { contentVersion }, changed);
  return contentVersion;
};

/**
 * Writes the next content of a list from rows that are read once, and says what it is. Throws LIST-TOO-LARGE where its
 * file would be.
 */
export const writeNext = async (
  trx: TenantTransaction,
  tenantId: Id,
  list: StoredList,
  rows: AsyncIterable<readonly string[]>,
): Promise<ListContent> => {
  const digest = new ListDigest(list.columns);
  const key = { listId: list.id, contentVersion: list.contentVersion + 1 };
  await writeListRows(trx, tenantId, key, digesting(rows, digest));
  const { rowCount, sizeBytes } = digest;
  if (sizeBytes >= LIST_BYTE_LIMIT) throw fail('LIST-TOO-LARGE', { limitBytes: LIST_BYTE_LIMIT });
  const { columns, expiryColumn } = list;
  return { columns, expiryColumn, rowCount, sizeBytes, contentHash: digest.contentHash(expiryColumn) };
};
