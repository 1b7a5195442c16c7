import { findSupportAccounts, getSupportAccount, searchEvents, type SupportKey } from '@redoubt/contracts';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';

export type Range = { readonly from: string; readonly to: string };

/** Purchases of an account on one page. */
const SHOWN_PURCHASES = 200;

export const accountsQuery = (call: ApiCall, environmentId: string, by: SupportKey, value: string, range: Range) =>
  read(call, findSupportAccounts, { params: { environmentId }, body: { by, value, ...range } }, { gcTime: 0 });

export const accountQuery = (call: ApiCall, environmentId: string, userId: string, range: Range) =>
  read(call, getSupportAccount, { params: { environmentId }, body: { userId, ...range } }, { gcTime: 0 });

/** Purchases of an account, newest first; of this environment alone, as everything on the page is. */
export const purchasesQuery = (call: ApiCall, environmentId: string, userId: string, range: Range) =>
  read(
    call,
    searchEvents,
    {
      params: { environmentId },
      body: {
        eventType: 'purchase',
        ...range,
        includeChildren: false,
        filters: [{ field: 'userId', operator: 'is', values: [userId] }],
        limit: SHOWN_PURCHASES,
      },
    },
    { gcTime: 0 },
  );
