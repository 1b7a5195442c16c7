import type { ListSummary } from '@redoubt/contracts';
import { fail, isListName, isSupportListName } from '@redoubt/domain';
import { isCleanText, newId, type Id } from '@redoubt/kernel';
import {
  advancePlanHead,
  insertList,
  insertListVersion,
  isListNameTaken,
  updateList,
  writeListRows,
} from '@redoubt/storage';
import type { Readable } from 'node:stream';
import { changedBy } from '../activity/record-activity.ts';
import { requireSecondPerson } from '../changes/second-person.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import { userNames, usersOf } from '../references/references.ts';
import { factsOf, makeCurrent, readCsvFor, readUsableCsv } from './list-contents.ts';
import { recordList, recordListUpdate } from './list-activity.ts';
import { readListSummary, requireOwnRows, requireState, takeList } from './list-summary.ts';
import { guardReaders, inTransaction } from '../unit-of-work.ts';

/**
 * Keeps an uploaded CSV as a new list. Throws LIST-NAME-INVALID, LIST-NAME-TAKEN, LIST-FILE-INVALID with the lines that
 * are wrong, LIST-TOO-LARGE.
 */
export const createList = async (
  context: EnvironmentContext,
  input: {
    readonly name: string;
    readonly description: string;
    /** Column that says when rows expire. */
    readonly expiryColumn?: string | undefined;
    readonly stream: Readable;
  },
): Promise<ListSummary> => {
  const { tenantId, environmentId } = context;
  const name = input.name.trim();
  const { description } = input;
  if (!isListName(name) || !isCleanText(name)) throw fail('LIST-NAME-INVALID', { name });
  requireClean({ description });
  const file = await readUsableCsv(input.stream, input.expiryColumn ?? null);
  return inTransaction(context, async (trx) => {
    const changed = changedBy(context);
    const listId = newId();
    const chunks = await writeListRows(trx, tenantId, listId, file.rows());
    await advancePlanHead(trx, tenantId, changed.at);
    if (isSupportListName(name) || (await isListNameTaken(trx, environmentId, name)))
      throw fail('LIST-NAME-TAKEN', { name });
    await insertList(trx, tenantId, { id: listId, environmentId, name, description }, changed);
    const key = { listId, contentVersion: 1 };
    await insertListVersion(trx, tenantId, key, { ...file, chunks }, { ...changed, origin: 'upload' });
    await recordList(trx, context, {
      operation: 'Create',
      id: listId,
      name,
      modified: { description, ...factsOf(file, 1) },
    });
    return readListSummary(trx, environmentId, listId);
  });
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
  const { tenantId, environmentId } = context;
  const file = await readCsvFor(context, listId, input.stream);
  return inTransaction(context, async (trx) => {
    const seen = await requireState(trx, environmentId, listId, input.version);
    requireOwnRows(seen);
    if (file.contentHash !== seen.contentHash) {
      const chunks = await writeListRows(trx, tenantId, listId, file.rows());
      await advancePlanHead(trx, tenantId, changedBy(context).at);
      const list = await takeList(trx, environmentId, listId, input.version);
      const contentVersion = await makeCurrent(trx, context, list, { ...file, chunks }, { origin: 'upload' });
      await recordListUpdate(trx, context, list, {
        original: factsOf(list, list.contentVersion),
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
  const { environmentId } = context;
  const { description } = input;
  requireClean({ description });
  return inTransaction(context, async (trx) => {
    const list = await takeList(trx, environmentId, listId, input.version);
    if (description !== list.description) {
      await updateList(trx, listId, { description }, changedBy(context));
      await recordListUpdate(trx, context, list, {
        original: { description: list.description },
        modified: { description },
      });
    }
    return readListSummary(trx, environmentId, listId);
  });
};

/**
 * Deletes a list. Throws LIST-UNKNOWN, LIST-STALE, and LIST-REFERENCED with the published texts that name it.
 */
export const deleteList = async (context: EnvironmentContext, listId: Id, version: string): Promise<void> => {
  const { tenantId, environmentId } = context;
  await inTransaction(context, async (trx) => {
    const changed = changedBy(context);
    await advancePlanHead(trx, tenantId, changed.at);
    const list = await takeList(trx, environmentId, listId, version);
    const { name } = list;
    const readUsers = () => usersOf(trx, 'list', environmentId, name);
    const refuseUsed = async (): Promise<void> => {
      const users = await readUsers();
      if (users.length > 0) throw fail('LIST-REFERENCED', { name, rules: userNames(users) });
    };
    await guardReaders(context, refuseUsed, () => isListNameTaken(trx, environmentId, name));
    if ((await readUsers()).length > 0) await requireSecondPerson(trx, context);
    await updateList(trx, listId, { deleted: true }, changed);
    await recordList(trx, context, {
      operation: 'Delete',
      id: listId,
      name: list.name,
      original: { description: list.description, ...factsOf(list, list.contentVersion) },
    });
  });
};
