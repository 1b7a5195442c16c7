import type { ListSource, SupportListSource } from '@redoubt/fql';

/** Lists of an environment as they are at an instant, in milliseconds since 1970: rows may expire. */
export type ListsAt = (nowMs: number) => ListSource;

export type ReadableLists = { readonly lists: ListSource; readonly supportLists: SupportListSource };

/** What texts see of the lists at the instant of their event. Support lists are lists whose keys have a status. */
export const listsSeenAt = (listsAt: ListsAt, nowMs: number): ReadableLists => {
  const lists = listsAt(nowMs);
  const statusOf: SupportListSource['statusOf'] = (list, value) => {
    const status = lists.lookup(list, 'Key', value, 'Status');
    return status === 'Safe' || status === 'Block' || status === 'Watch' ? status : undefined;
  };
  return { lists, supportLists: { statusOf } };
};
