import type { ListSummary } from '@redoubt/contracts';
import { fail, listNameKey, rowExpiryMs } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  advancePlanHead,
  copyListRows,
  findList,
  findListVersion,
  type StoredList,
  type TenantTransaction,
} from '@redoubt/storage';
import type { Readable } from 'node:stream';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { contentHash } from '../plans/manifest.ts';
import { failAt } from '../problems.ts';
import { otherColumns } from './csv-problems.ts';
import {
  factsOf,
  makeCurrent,
  readUsableCsv,
  refuseMissingColumns,
  refuseProblems,
  writeNext,
} from './list-contents.ts';
import { digesting, ListDigest } from './list-digest.ts';
import { readListSummary, requireOwnRows, takeList, usersOf } from './list-summary.ts';
import { readListUsers } from './list-users.ts';
import { changedRows, requireFitting, type RowChange, type RowDifference } from './row-changes.ts';
import { storedRows, withAppended } from './row-source.ts';

/** Cells may be personal: the activity log keeps which rows changed by their hash, and of no more than this many. */
const MAX_AUDITED = 200;

const rowHash = (listId: string, row: readonly string[] | null): string | null => row && contentHash([listId, ...row]);

const auditOf = (listId: string, differences: readonly RowDifference[]) => ({
  added: differences.filter(({ before }) => before === null).length,
  removed: differences.filter(({ after }) => after === null).length,
  changed: differences.filter(({ before, after }) => before && after).length,
  rows: differences.slice(0, MAX_AUDITED).map(({ ordinal, before, after }) => ({
    ordinal,
    before: rowHash(listId, before),
    after: rowHash(listId, after),
  })),
});

/** Runs a change of a list's content in its turn: whoever publishes or changes lists of the tenant waits. */
const withList = (
  context: EnvironmentContext,
  listId: Id,
  tag: string,
  change: (trx: TenantTransaction, list: StoredList) => Promise<void>,
): Promise<ListSummary> => {
  const { database, tenantId, environmentId } = context;
  return database.inTenant(tenantId, async (trx) => {
    await advancePlanHead(trx, tenantId, changedBy(context).at);
    const list = await takeList(trx, environmentId, listId, tag);
    requireOwnRows(list);
    await change(trx, list);
    return readListSummary(trx, environmentId, listId);
  });
};

const currentRows = (trx: TenantTransaction, list: StoredList) =>
  storedRows(trx, { listId: list.id, contentVersion: list.contentVersion }, list);

const activityOf = (context: EnvironmentContext, list: StoredList) =>
  ({
    operation: 'Update',
    type: 'CustomList',
    id: list.id,
    name: list.name,
    environmentId: context.environmentId,
    original: factsOf(list, list.contentVersion),
  }) as const;

/**
 * Changes, removes and adds rows as one change set, which makes one version. Changing nothing keeps nothing. Throws
 * LIST-UNKNOWN, LIST-STALE, LIST-TOO-LARGE, and LIST-ROW-INVALID with each change that does not fit.
 */
export const changeListRows = (
  context: EnvironmentContext,
  listId: Id,
  input: { readonly version: string; readonly changes: readonly RowChange[] },
): Promise<ListSummary> =>
  withList(context, listId, input.version, async (trx, list) => {
    requireFitting(input.changes, list);
    const differences: RowDifference[] = [];
    const rows = changedRows(currentRows(trx, list).rows(), input.changes, (found) => differences.push(found));
    const content = await writeNext(trx, context.tenantId, list, rows);
    if (differences.length === 0) throw fail('LIST-UNCHANGED', { name: list.name });
    const contentVersion = await makeCurrent(trx, context, list, content, { origin: 'edit' });
    await recordActivity(trx, context, {
      ...activityOf(context, list),
      modified: { ...factsOf(content, contentVersion), origin: 'edit', ...auditOf(listId, differences) },
    });
  });

/**
 * Puts the rows of a file behind those of a list. The file has the same columns, in whatever order. Throws LIST-UNKNOWN,
 * LIST-STALE, LIST-TOO-LARGE, LIST-FILE-INVALID with the lines that are wrong.
 */
export const appendToList = async (
  context: EnvironmentContext,
  listId: Id,
  input: { readonly version: string; readonly stream: Readable },
): Promise<ListSummary> => {
  const { database, tenantId, environmentId } = context;
  const before = await database.inTenant(tenantId, (trx) => findList(trx, environmentId, listId));
  const file = await readUsableCsv(input.stream, before?.expiryColumn ?? null);
  return withList(context, listId, input.version, async (trx, list) => {
    const rows = withAppended(currentRows(trx, list), file);
    if (!rows) {
      refuseProblems([otherColumns(list.columns)]);
      return;
    }
    if (file.rowCount === 0) throw fail('LIST-UNCHANGED', { name: list.name });
    const content = await writeNext(trx, tenantId, list, rows.rows());
    const contentVersion = await makeCurrent(trx, context, list, content, { origin: 'append' });
    await recordActivity(trx, context, {
      ...activityOf(context, list),
      modified: { ...factsOf(content, contentVersion), origin: 'append', added: file.rowCount },
    });
  });
};

/** Rows whose expiry nobody can read are named, this many of them. */
const MAX_PROBLEMS = 100;

/**
 * Says which column tells when rows expire, or that none does. Rules see it as a new version. Throws LIST-UNKNOWN,
 * LIST-STALE, and LIST-ROW-INVALID with the rows whose cell is no day or instant.
 */
export const setListExpiry = (
  context: EnvironmentContext,
  listId: Id,
  input: { readonly version: string; readonly column: string | null },
): Promise<ListSummary> =>
  withList(context, listId, input.version, async (trx, list) => {
    const { column } = input;
    const at = column === null ? -1 : list.columns.findIndex((name) => listNameKey(name) === listNameKey(column));
    const expiryColumn = list.columns[at] ?? null;
    if (column !== null && expiryColumn === null) {
      throw failAt('REQ-INVALID', { count: 1 }, [{ path: 'body.column', message: 'is no column of the list' }]);
    }
    if (expiryColumn === list.expiryColumn) return;
    const digest = new ListDigest(list.columns);
    const problems: { path: string; message: string }[] = [];
    for await (const row of digesting(currentRows(trx, list).rows(), digest)) {
      const cell = row[at] ?? '';
      if (at < 0 || rowExpiryMs(cell) !== undefined) continue;
      problems.push({ path: `row ${digest.rowCount}`, message: `${cell.slice(0, 60)} is no day or instant` });
      if (problems.length === MAX_PROBLEMS) break;
    }
    if (problems.length > 0) throw failAt('LIST-ROW-INVALID', { count: problems.length }, problems);
    const key = { listId: list.id, contentVersion: list.contentVersion };
    await copyListRows(trx, key, list.contentVersion + 1);
    const content = { ...list, expiryColumn, contentHash: digest.contentHash(expiryColumn) };
    const contentVersion = await makeCurrent(trx, context, list, content, { origin: 'expiry' });
    await recordActivity(trx, context, {
      ...activityOf(context, list),
      modified: { ...factsOf(content, contentVersion), origin: 'expiry' },
    });
  });

/**
 * Makes an earlier content the current one again, as a new version. Throws LIST-UNKNOWN, LIST-STALE,
 * LIST-VERSION-UNKNOWN, LIST-UNCHANGED where the list holds just that, and LIST-COLUMN-IN-USE where a published rule
 * reads a column that content lacks.
 */
export const rollBackList = (
  context: EnvironmentContext,
  listId: Id,
  input: { readonly version: string; readonly contentVersion: number },
): Promise<ListSummary> =>
  withList(context, listId, input.version, async (trx, list) => {
    const key = { listId: list.id, contentVersion: input.contentVersion };
    const earlier = await findListVersion(trx, key);
    if (!earlier) throw fail('LIST-VERSION-UNKNOWN', { version: input.contentVersion });
    if (earlier.contentHash === list.contentHash) throw fail('LIST-UNCHANGED', { name: list.name });
    refuseMissingColumns(list.name, earlier.columns, usersOf(list, await readListUsers(trx, context.environmentId)));
    await copyListRows(trx, key, list.contentVersion + 1);
    const provenance = { origin: 'rollback', restoredVersion: input.contentVersion } as const;
    const contentVersion = await makeCurrent(trx, context, list, earlier, provenance);
    await recordActivity(trx, context, {
      ...activityOf(context, list),
      modified: { ...factsOf(earlier, contentVersion), ...provenance },
    });
  });
