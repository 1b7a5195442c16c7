import { fail } from '@redoubt/domain';
import { findSearchIndex, type SearchIndex, type TenantTransaction } from '@redoubt/storage';

/** The index for search of the tenant; undefined where it never was changed. @throws `SRCH-OFF` where it keeps none. */
export const requireSearchOn = async (trx: TenantTransaction): Promise<SearchIndex | undefined> => {
  const index = await findSearchIndex(trx);
  if (index?.isOn === false) throw fail('SRCH-OFF');
  return index;
};

/** Refuses what needs all values of events in the index. @throws `SRCH-OFF`, `SRCH-INDEX-BUSY` while it is not whole. */
export const requireWholeIndex = async (trx: TenantTransaction): Promise<void> => {
  const index = await requireSearchOn(trx);
  if (index !== undefined && index.task !== null) throw fail('SRCH-INDEX-BUSY');
};
