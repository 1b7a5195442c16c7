import {
  changeDatabaseList,
  createDatabaseList,
  getDatabaseListMetrics,
  testDatabaseList,
  type BodyIn,
  type CallPeriod,
  type ListSummary,
} from '@redoubt/contracts';
import type { ListSourceDefinition } from '@redoubt/domain';
import type { ApiCall } from '../../../api/api-call.ts';
import { read } from '../../../api/read.ts';
import { useWrite } from '../../../api/use-write.ts';
import { FIGURES } from '../../../shared/external-calls/external-calls.queries.ts';
import { CHANGES_LISTS } from '../lists.queries.ts';

type Said = { readonly description: string; readonly columns: string[]; readonly source: ListSourceDefinition };

/** How look-ups in a list did. */
export const listMetricsQuery = (call: ApiCall, environmentId: string, listId: string, period: CallPeriod) =>
  read(call, getDatabaseListMetrics, { params: { environmentId, listId }, query: { period } }, FIGURES);

/** Trying where rows are kept, and keeping the way there. */
export const useSourceMutations = () => ({
  tryOut: useWrite(testDatabaseList, (body: BodyIn<typeof testDatabaseList>) => ({ body }), { changes: 'nothing' }),
  create: useWrite(
    createDatabaseList,
    (body: Said & { readonly name: string; readonly secret: string }) => ({ body }),
    CHANGES_LISTS,
  ),
  change: useWrite(
    changeDatabaseList,
    ({ list, ...said }: Said & { readonly list: ListSummary; readonly secret: string | undefined }) => ({
      params: { listId: list.id },
      body: { version: list.version, ...said },
    }),
    CHANGES_LISTS,
  ),
});
