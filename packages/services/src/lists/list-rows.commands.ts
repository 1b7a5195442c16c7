import type { ListSummary } from '@redoubt/contracts';
import { fail, listNameKey, rowExpiryMs } from '@redoubt/domain';
import type { Id, JsonObject } from '@redoubt/kernel';
import {
  advancePlanHead,
  findListVersion,
  listRows,
  readListChunks,
  writeEditedRows,
  type ListOrigin,
  type StoredList,
  type TenantTransaction,
} from '@redoubt/storage';
import type { Readable } from 'node:stream';
import { changedBy } from '../activity/record-activity.ts';
import { recordListUpdate } from './list-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { contentHash } from '../content-hash.ts';
import { failAt, type Problem } from '../problems.ts';
import { otherColumns } from '../csv/csv-problems.ts';
import {
  contentOf,
  factsOf,
  makeCurrent,
  problemsOf,
  readCsvFor,
  rowBytes,
  type WrittenContent,
} from './list-contents.ts';
import { readListSummary, requireOwnRows, requireState, takeList } from './list-summary.ts';
import { rowEdits, requireFitting, type RowChange, type RowDifference } from './row-changes.ts';
import { inOrderOf } from '../csv/row-source.ts';
import { inTransaction } from '../unit-of-work.ts';

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

/** A change whose rows are written: what the list becomes, and what the activity log keeps of it. */
type WrittenChange = {
  readonly content: WrittenContent;
  readonly provenance: { readonly origin: ListOrigin; readonly restoredVersion?: number };
  readonly facts?: JsonObject;
};

/**
 * Changes a list's content. Its rows are read and written while others of the tenant publish; they wait only from there
 * on, while the list comes to name what was written.
 *
 * @param write gives null where there is nothing to change.
 */
const changeContent = (
  context: EnvironmentContext,
  listId: Id,
  tag: string,
  write: (trx: TenantTransaction, list: StoredList) => Promise<WrittenChange | null>,
): Promise<ListSummary> => {
  const { tenantId, environmentId } = context;
  return inTransaction(context, async (trx) => {
    const seen = await requireState(trx, environmentId, listId, tag);
    requireOwnRows(seen);
    const change = await write(trx, seen);
    if (change) {
      await advancePlanHead(trx, tenantId, changedBy(context).at);
      const list = await takeList(trx, environmentId, listId, tag);
      const { content, provenance, facts } = change;
      const contentVersion = await makeCurrent(trx, context, list, content, provenance);
      await recordListUpdate(trx, context, list, {
        original: factsOf(list, list.contentVersion),
        modified: { ...factsOf(content, contentVersion), ...provenance, ...facts },
      });
    }
    return readListSummary(trx, environmentId, listId);
  });
};

const currentKey = (list: StoredList) => ({ listId: list.id, contentVersion: list.contentVersion });

/**
 * Changes, removes and adds rows as one change set, which makes one version. Throws LIST-UNKNOWN, LIST-STALE,
 * LIST-TOO-LARGE, LIST-UNCHANGED, and LIST-ROW-INVALID with each change that does not fit.
 */
export const changeListRows = (
  context: EnvironmentContext,
  listId: Id,
  input: { readonly version: string; readonly changes: readonly RowChange[] },
): Promise<ListSummary> =>
  changeContent(context, listId, input.version, async (trx, list) => {
    requireFitting(input.changes, list);
    const differences: RowDifference[] = [];
    const edits = rowEdits(input.changes, (found) => differences.push(found));
    const chunks = await writeEditedRows(trx, context.tenantId, currentKey(list), edits);
    if (differences.length === 0) throw fail('LIST-UNCHANGED', { name: list.name });
    const sizeBytes = differences.reduce(
      (sum, { before, after }) => sum + (after ? rowBytes(after) : 0) - (before ? rowBytes(before) : 0),
      list.sizeBytes,
    );
    const content = contentOf(list, chunks, sizeBytes);
    return { content, provenance: { origin: 'edit' }, facts: auditOf(listId, differences) };
  });

/**
 * Puts the rows of a file behind those of a list. The file has the same columns, in whatever order. Throws LIST-UNKNOWN,
 * LIST-STALE, LIST-TOO-LARGE, LIST-UNCHANGED, LIST-FILE-INVALID with the lines that are wrong.
 */
export const appendToList = async (
  context: EnvironmentContext,
  listId: Id,
  input: { readonly version: string; readonly stream: Readable },
): Promise<ListSummary> => {
  const file = await readCsvFor(context, listId, input.stream);
  return changeContent(context, listId, input.version, async (trx, list) => {
    const more = inOrderOf(list.columns, file);
    if (!more) throw problemsOf([otherColumns(list.columns)]);
    if (file.rowCount === 0) throw fail('LIST-UNCHANGED', { name: list.name });
    let { sizeBytes } = list;
    const measured = async function* () {
      for await (const row of more.rows()) {
        sizeBytes += rowBytes(row);
        yield row;
      }
    };
    const edits = { changed: new Map<number, null>(), added: measured(), hasAdded: true };
    const chunks = await writeEditedRows(trx, context.tenantId, currentKey(list), edits);
    const content = contentOf(list, chunks, sizeBytes);
    return { content, provenance: { origin: 'append' }, facts: { added: file.rowCount } };
  });
};

/** Rows whose expiry cannot be read are named, this many of them. */
const MAX_PROBLEMS = 100;

/** Refuses a column with cells that say no day or instant, naming their rows: LIST-ROW-INVALID. */
const requireReadableExpiry = async (trx: TenantTransaction, list: StoredList, at: number): Promise<void> => {
  const problems: Problem[] = [];
  for await (const { ordinal, cells } of listRows(trx, currentKey(list))) {
    const cell = cells[at] ?? '';
    if (rowExpiryMs(cell) !== undefined) continue;
    problems.push({ path: `row ${ordinal}`, message: `${cell.slice(0, 60)} is no day or instant` });
    if (problems.length === MAX_PROBLEMS) break;
  }
  if (problems.length > 0) throw failAt('LIST-ROW-INVALID', { count: problems.length }, problems);
};

/**
 * Says which column tells when rows expire, or that none does. Rules see it as a new version. Throws LIST-UNKNOWN,
 * LIST-STALE, and LIST-ROW-INVALID with the rows whose cell is no day or instant.
 */
export const setListExpiry = (
  context: EnvironmentContext,
  listId: Id,
  input: { readonly version: string; readonly column: string | null },
): Promise<ListSummary> =>
  changeContent(context, listId, input.version, async (trx, list) => {
    const { column } = input;
    const at = column === null ? -1 : list.columns.findIndex((name) => listNameKey(name) === listNameKey(column));
    const expiryColumn = list.columns[at] ?? null;
    if (column !== null && expiryColumn === null) {
      throw failAt('REQ-INVALID', { count: 1 }, [{ path: 'body.column', message: 'is no column of the list' }]);
    }
    if (expiryColumn === list.expiryColumn) return null;
    if (expiryColumn !== null) await requireReadableExpiry(trx, list, at);
    const chunks = await readListChunks(trx, currentKey(list));
    const content = contentOf({ ...list, expiryColumn }, chunks, list.sizeBytes);
    return { content, provenance: { origin: 'expiry' } };
  });

/**
 * Makes the rows of an earlier version the current ones again, as a new version. Throws LIST-UNKNOWN, LIST-STALE,
 * LIST-VERSION-UNKNOWN, LIST-UNCHANGED where the list holds just that, and LIST-COLUMN-IN-USE where a published rule
 * reads a column that content lacks.
 */
export const rollBackRows = (
  context: EnvironmentContext,
  listId: Id,
  input: { readonly version: string; readonly contentVersion: number },
): Promise<ListSummary> =>
  changeContent(context, listId, input.version, async (trx, list) => {
    const key = { listId: list.id, contentVersion: input.contentVersion };
    const earlier = await findListVersion(trx, key);
    if (!earlier) throw fail('LIST-VERSION-UNKNOWN', { version: input.contentVersion });
    if (earlier.contentHash === list.contentHash) throw fail('LIST-UNCHANGED', { name: list.name });
    const chunks = await readListChunks(trx, key);
    const provenance = { origin: 'rollback', restoredVersion: input.contentVersion } as const;
    return { content: { ...earlier, chunks }, provenance };
  });
