import { findSupportAccounts, getSupportAccount, searchEvents, type SupportKey } from '@redoubt/contracts';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';

export type Range = { readonly from: string; readonly to: string };

/** Purchases of an account on one page. */
const SHOWN_PURCHASES = 200;

export const accountsQuery = (call: ApiCall, environmentId: string, by: SupportKey, value: string, range: Range) =>
  read(call, findSupportAccounts, { params: { environmentId }, body: { by, value, ...range } }, { gcTime: 0 });

/** An account by its user id, or by one of its purchases where that is masked. */
export type AccountKey = { readonly userId: string } | { readonly purchaseId: string };

export const accountQuery = (call: ApiCall, environmentId: string, key: AccountKey, range: Range) =>
  read(call, getSupportAccount, { params: { environmentId }, body: { ...key, ...range } }, { gcTime: 0 });

const SEARCHED = {
  userId: 'userId',
  email: 'email',
  purchaseId: 'eventId',
  paymentInstrumentId: 'paymentInstrumentId',
} as const;

/** Purchases with a value, newest first; of this environment alone, as everything on the page is. */
export const purchasesQuery = (call: ApiCall, environmentId: string, by: SupportKey, value: string, range: Range) =>
  read(
    call,
    searchEvents,
    {
      params: { environmentId },
      body: {
        eventType: 'purchase',
        ...range,
        includeChildren: false,
        filters: [{ field: SEARCHED[by], operator: 'is', values: [value] }],
        limit: SHOWN_PURCHASES,
      },
    },
    { gcTime: 0 },
  );
