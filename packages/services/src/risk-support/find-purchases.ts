import type { SupportKey } from '@redoubt/contracts';
import { searchEvents, type SearchRow } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';

/** Purchases that are looked at for one question. */
const MOST_PURCHASES = 2000;
const PAGE = 500;

const FIELDS = {
  userId: 'userId',
  email: 'email',
  purchaseId: 'eventId',
  paymentInstrumentId: 'paymentInstrumentId',
} as const satisfies Readonly<Record<SupportKey, string>>;

/** Purchases of the environment that carry a value, newest first. Throws SRCH-RANGE-TOO-LONG, SRCH-TIMEOUT. */
export const findPurchases = async (
  { database, tenantId, environmentId }: EnvironmentContext,
  asked: { readonly by: SupportKey; readonly value: string; readonly from: string; readonly to: string },
): Promise<{ readonly rows: readonly SearchRow[]; readonly isCut: boolean }> => {
  const rows: SearchRow[] = [];
  const scope = { tenantId, environmentIds: [environmentId] };
  const filter = { field: FIELDS[asked.by], operator: 'is', values: [asked.value] } as const;
  const query = { kind: 'purchase', from: new Date(asked.from), to: new Date(asked.to), filters: [filter] } as const;
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof searchEvents>> = await searchEvents(database, scope, {
      ...query,
      cursor,
      limit: PAGE,
    });
    rows.push(...page.rows);
    cursor = page.nextCursor;
  } while (cursor !== null && rows.length < MOST_PURCHASES);
  return { rows, isCut: cursor !== null };
};
