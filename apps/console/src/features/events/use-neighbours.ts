import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useFormats } from '@redoubt/i18n';
import { useEffect, useMemo } from 'react';
import { useCall } from '../../app/console-context.tsx';
import { usePreferences } from '../../preferences/use-preferences.tsx';
import { hrefOf, useGo } from '../../routes/address.ts';
import { placeIn, rememberPlace } from '../../shared/search/search-place.ts';
import { rowKey, rowsOf, rowsQuery, summaryQuery, windowKey, windowQuery } from '../../shared/search/search.queries.ts';
import { useSearchState } from '../../shared/search/use-search.ts';

export type Neighbours = {
  /** Place in the result from 1; undefined where the event was not opened from one. */
  readonly position: number | undefined;
  readonly total: number | undefined;
  readonly previous: (() => void) | undefined;
  readonly next: (() => void) | undefined;
  /** Address of the result, with its question. */
  readonly resultHref: string;
};

/**
 * The events before and after one in the result it was opened from. The question stands in the address, so a shared
 * link finds them again; an event opened by itself has none.
 */
export const useNeighbours = (environmentId: string, eventId: string): Neighbours => {
  const call = useCall();
  const [{ rowsPerPage }] = usePreferences();
  const client = useQueryClient();
  const go = useGo();
  const { timeZone } = useFormats();
  const { question, address, addressKey, environmentId: openId } = useSearchState();
  const search = useMemo(() => ({ environmentId: openId, question }), [openId, question]);
  const isKnown = client.getQueryData(windowKey(search)) !== undefined;
  const enabled = isKnown || Object.keys(address).length > 0;
  const { data: window } = useQuery({ ...windowQuery(search, Date.now, timeZone), enabled });
  const rowsResult = useInfiniteQuery({ ...rowsQuery(call, search, window, rowsPerPage), enabled });
  const counts = summaryQuery(call, search, window);
  const summaryResult = useQuery({ ...counts, enabled: enabled && counts.enabled !== false });

  const rows = useMemo(() => (enabled ? rowsOf(rowsResult.data) : []), [enabled, rowsResult.data]);
  const key = rowKey({ environmentId, eventId });
  const at = rows.findIndex((row) => rowKey(row) === key);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = rowsResult;
  useEffect(() => {
    if (enabled && at >= 0 && at >= rows.length - 2 && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [enabled, at, rows.length, hasNextPage, isFetchingNextPage, fetchNextPage]);

  const to = (index: number): (() => void) | undefined => {
    const row = at < 0 ? undefined : rows[index];
    if (!row) return undefined;
    return () => {
      rememberPlace(addressKey, { ...placeIn(addressKey), current: rowKey(row) });
      const params = { eventType: row.eventType, envId: row.environmentId, id: row.eventId };
      go(hrefOf('/search/:eventType/:envId/:id', params, address), { replace: true });
    };
  };
  return {
    position: at < 0 ? undefined : at + 1,
    total: at < 0 ? undefined : summaryResult.data?.total,
    previous: to(at - 1),
    next: to(at + 1),
    resultHref: hrefOf('/search', undefined, address),
  };
};
