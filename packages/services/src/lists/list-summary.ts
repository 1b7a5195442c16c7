import type { ListSummary } from '@redoubt/contracts';
import { allows, fail } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { findList, type StoredList, type StoredReference, type TenantTransaction } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { textUserOf, usersOf } from '../references/references.ts';
import { requireCurrent, tagOf } from '../version-tag.ts';

export const mayWriteLists = (context: EnvironmentContext): boolean => allows(context.capabilities, 'lists:write');

export const listSummaryOf = (list: StoredList, users: readonly StoredReference[]): ListSummary => ({
  id: list.id,
  name: list.name,
  description: list.description,
  source: list.source?.kind ?? 'csv',
  connection: list.source,
  hasSecret: list.secret !== null,
  columns: [...list.columns],
  rowCount: list.rowCount,
  sizeBytes: list.sizeBytes,
  contentVersion: list.contentVersion,
  expiryColumn: list.expiryColumn,
  usedBy: users.map(textUserOf),
  changed: { by: list.changedBy, at: list.changedAt.toISOString() },
  version: tagOf(list.version),
});

/** The list as screens show it. Throws LIST-UNKNOWN. */
export const readListSummary = async (trx: TenantTransaction, environmentId: Id, listId: Id): Promise<ListSummary> => {
  const list = await findList(trx, environmentId, listId);
  if (!list) throw fail('LIST-UNKNOWN', { id: listId });
  return listSummaryOf(list, await usersOf(trx, 'list', environmentId, list.name));
};

/** Refuses a list whose rows are kept elsewhere: LIST-IS-REMOTE. */
export const requireOwnRows = ({ name, source }: StoredList): void => {
  if (source !== null) throw fail('LIST-IS-REMOTE', { name });
};

const requireTag = (list: StoredList | undefined, listId: Id, tag: string): StoredList => {
  if (!list) throw fail('LIST-UNKNOWN', { id: listId });
  requireCurrent(tag, list.version, 'LIST-STALE', { name: list.name, by: list.changedBy });
  return list;
};

/** The list in the state the caller saw; others may change it meanwhile. Throws LIST-UNKNOWN, LIST-STALE. */
export const requireState = async (
  trx: TenantTransaction,
  environmentId: Id,
  listId: Id,
  tag: string,
): Promise<StoredList> => requireTag(await findList(trx, environmentId, listId), listId, tag);

/** The list, taken for this transaction, in the state the caller saw. Throws LIST-UNKNOWN, LIST-STALE. */
export const takeList = async (
  trx: TenantTransaction,
  environmentId: Id,
  listId: Id,
  tag: string,
): Promise<StoredList> => requireTag(await findList(trx, environmentId, listId, true), listId, tag);
