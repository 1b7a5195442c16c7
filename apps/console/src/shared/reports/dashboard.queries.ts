import { getDashboard } from '@redoubt/contracts';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';

/** How often the numbers are fetched while all goes well. */
export const REFRESH_MS = 30_000;
const LONGEST_WAIT_MS = 5 * 60_000;

/** The wait before the next fetch after a number of failures in a row: doubled each time, five minutes at most. */
export const waitMs = (failures: number): number => Math.min(LONGEST_WAIT_MS, REFRESH_MS * 2 ** failures);

export const dashboardQuery = (
  call: ApiCall,
  environmentId: string,
  asked: { readonly includeChildren: boolean; readonly utcOffsetMinutes: number },
) =>
  read(
    call,
    getDashboard,
    { params: { environmentId }, query: { ...asked, includeChildren: String(asked.includeChildren) } },
    { retry: false, refetchInterval: ({ state }) => waitMs(state.fetchFailureCount) },
  );
