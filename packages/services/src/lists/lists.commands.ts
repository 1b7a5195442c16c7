import type { ListSummary } from '@redoubt/contracts';
import { fail, isListName, isSupportListName, vanishingColumns } from '@redoubt/domain';
import { isCleanText, newId, type Id } from '@redoubt/kernel';
import {
  advancePlanHead,
  insertList,
  insertListContent,
  isListNameTaken,
  updateList,
  type ListUser,
} from '@redoubt/storage';
import type { Readable } from 'node:stream';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { failAt, requireClean } from '../problems.ts';
import { readListUsers } from './list-users.ts';
import { readListSummary, referencesOf, ruleNames, takeList, usersOf } from './list-summary.ts';
import { readCsv, type CsvFile } from './read-csv.ts';

const readUsableCsv = async (stream: Readable): Promise<CsvFile> => {
  const file = await readCsv(stream);
  if (file.problems.length === 0) return file;
  throw failAt(
    'LIST-FILE-INVALID',
    { count: file.problems.length },
    file.problems.map(({ line, code, message }) => ({ path: `line ${line}`, message: `${code}: ${message}` })),
  );
};

const contentOf = (file: CsvFile) => ({ ...file, rowCount: file.rows.length });

const factsOf = (file: CsvFile, contentVersion: number) => ({
  contentVersion,
  columns: file.columns,
  rowCount: file.rows.length,
  contentHash: file.contentHash,
});

/**
 * Keeps an uploaded CSV as a new list. Throws LIST-NAME-INVALID, LIST-NAME-TAKEN, LIST-FILE-INVALID with the lines that
 * are wrong, LIST-TOO-LARGE.
 */
export const createList = async (
  context: EnvironmentContext,
  input: { readonly name: string; readonly description: string; readonly stream: Readable },
): Promise<ListSummary> => {
  const { database, tenantId, environmentId } = context;
  const name = input.name.trim();
  const { description } = input;
  if (!isListName(name) || !isCleanText(name)) throw fail('LIST-NAME-INVALID', { name });
  requireClean({ description });
  const file = await readUsableCsv(input.stream);
  return database.inTenant(tenantId, async (trx) => {
    const changed = changedBy(context);
    await advancePlanHead(trx, tenantId, changed.at);
    if (isSupportListName(name) || (await isListNameTaken(trx, environmentId, name)))
      throw fail('LIST-NAME-TAKEN', { name });
    const listId = newId();
    await insertList(trx, tenantId, { id: listId, environmentId, name, description }, changed);
    await insertListContent(trx, tenantId, { listId, contentVersion: 1 }, contentOf(file), changed);
    await recordActivity(trx, context, {
      operation: 'Create',
      type: 'CustomList',
      id: listId,
      name,
      environmentId,
      modified: { description, ...factsOf(file, 1) },
    });
    return readListSummary(trx, environmentId, listId);
  });
};

const refuseMissingColumns = (name: string, columns: readonly string[], users: readonly ListUser[]): void => {
  const missing = vanishingColumns(name, columns, referencesOf(users));
  if (missing.length === 0) return;
  const affected = users.filter(({ lists }) => vanishingColumns(name, columns, lists).length > 0);
  throw fail('LIST-COLUMN-IN-USE', { name, columns: missing, rules: ruleNames(affected) });
};

/**
 * Replaces the content; the earlier one stays as a version. Uploading what is there already changes nothing. Throws
 * LIST-UNKNOWN, LIST-STALE, LIST-FILE-INVALID, LIST-TOO-LARGE, and LIST-COLUMN-IN-USE with the rules where a published
 * rule reads a column that the file lacks.
 */
export const replaceList = async (
  context: EnvironmentContext,
  listId: Id,
  input: { readonly version: string; readonly stream: Readable },
): Promise<ListSummary> => {
  const { database, tenantId, environmentId } = context;
  const file = await readUsableCsv(input.stream);
  return database.inTenant(tenantId, async (trx) => {
    const changed = changedBy(context);
    // Publishing takes turns with us from here on, so no rule comes to read a column while it goes away.
    await advancePlanHead(trx, tenantId, changed.at);
    const list = await takeList(trx, environmentId, listId, input.version);
    if (!context.referencesAreCheckedAfterwards) {
      refuseMissingColumns(list.name, file.columns, usersOf(list, await readListUsers(trx, environmentId)));
    }
    if (file.contentHash !== list.contentHash) {
      const contentVersion = list.contentVersion + 1;
      await insertListContent(trx, tenantId, { listId, contentVersion }, contentOf(file), changed);
      await updateList(trx, listId, { contentVersion }, changed);
      await recordActivity(trx, context, {
        operation: 'Update',
        type: 'CustomList',
        id: listId,
        name: list.name,
        environmentId,
        original: {
          contentVersion: list.contentVersion,
          columns: list.columns,
          rowCount: list.rowCount,
          contentHash: list.contentHash,
        },
        modified: factsOf(file, contentVersion),
      });
    }
    return readListSummary(trx, environmentId, listId);
  });
};

/** Changes the description. Throws LIST-UNKNOWN, LIST-STALE. */
export const describeList = async (
  context: EnvironmentContext,
  listId: Id,
  input: { readonly version: string; readonly description: string },
): Promise<ListSummary> => {
  const { database, tenantId, environmentId } = context;
  const { description } = input;
  requireClean({ description });
  return database.inTenant(tenantId, async (trx) => {
    const list = await takeList(trx, environmentId, listId, input.version);
    if (description !== list.description) {
      await updateList(trx, listId, { description }, changedBy(context));
      await recordActivity(trx, context, {
        operation: 'Update',
        type: 'CustomList',
        id: listId,
        name: list.name,
        environmentId,
        original: { description: list.description },
        modified: { description },
      });
    }
    return readListSummary(trx, environmentId, listId);
  });
};

/**
 * Deletes a list. Throws LIST-UNKNOWN, LIST-STALE, and LIST-REFERENCED with the published rules that name it.
 */
export const deleteList = async (context: EnvironmentContext, listId: Id, version: string): Promise<void> => {
  const { database, tenantId, environmentId } = context;
  await database.inTenant(tenantId, async (trx) => {
    const changed = changedBy(context);
    await advancePlanHead(trx, tenantId, changed.at);
    const list = await takeList(trx, environmentId, listId, version);
    const users = context.referencesAreCheckedAfterwards ? [] : usersOf(list, await readListUsers(trx, environmentId));
    if (users.length > 0) throw fail('LIST-REFERENCED', { name: list.name, rules: ruleNames(users) });
    await updateList(trx, listId, { deleted: true }, changed);
    await recordActivity(trx, context, {
      operation: 'Delete',
      type: 'CustomList',
      id: listId,
      name: list.name,
      environmentId,
      original: {
        description: list.description,
        contentVersion: list.contentVersion,
        columns: list.columns,
        rowCount: list.rowCount,
        contentHash: list.contentHash,
      },
    });
  });
};
