import { listNameKey } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { inTransaction, type TransactionScope } from '../unit-of-work.ts';
import { readListContent, type PlannedList } from './list-content.ts';
import { ListIndex } from './list-index.ts';
import { namedBy, type Level } from './plan-record.ts';

/** List contents of one tenant by hash, kept from load to load; contents that no plan names any more are dropped. */
export type ListIndexCache = Map<string, { readonly index: ListIndex; readonly listId: Id | null }>;

/**
 * Indexes the lists that plans name. Of a list that was indexed before, only the chunks that differ are read. A content
 * that is named never changes, so it is read after the plans, which keep others from publishing.
 */
export const loadIndexes = async (
  scope: TransactionScope,
  levels: readonly Level[],
  cache: ListIndexCache,
): Promise<void> => {
  const named = new Map(levels.flatMap((level) => level.named.map((list) => [list.contentHash, list] as const)));
  const newest = new Map([...cache.values()].map(({ listId, index }) => [listId, index]));
  for (const [hash, { unit }] of named) {
    if (cache.has(hash)) continue;
    const listId = 'listId' in unit ? unit.listId : null;
    const before = listId === null ? undefined : newest.get(listId);
    const { columns, rows, life } = await inTransaction(scope, (trx) => readListContent(trx, unit, before?.blocks));
    const index = before ? await before.next(columns, rows, life) : new ListIndex(columns, rows, life);
    cache.set(hash, { index, listId });
  }
  for (const hash of cache.keys()) if (!named.has(hash)) cache.delete(hash);
};

/** Columns of a list that rules name. */
export const columnsNamed = (
  { name, unit }: PlannedList,
  { rules, actions, routing, references }: Level,
): readonly string[] => [
  ...('entity' in unit ? ['Key'] : []),
  ...namedBy(
    references,
    'list',
    [...rules, ...actions, ...routing].map(({ id }) => id),
  )
    .filter((reference) => listNameKey(reference.name) === listNameKey(name))
    .flatMap(({ parts }) => parts),
];
