import { useEffect, useState } from 'react';

/** A poll that has failed for longer than this is stale (`docs/reference/console.md#screens`). */
export const STALE_AFTER_MS = 60_000;

type Polled = { readonly isError: boolean; readonly failureCount: number; readonly dataUpdatedAt: number };

/**
 * Since when a polled answer has been out of date, in epoch milliseconds; null while polling works. Feed it to
 * `StaleBar`.
 */
export const useStale = ({ isError, failureCount, dataUpdatedAt }: Polled): number | null => {
  const failing = (isError || failureCount > 0) && dataUpdatedAt > 0;
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!failing) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 5000);
    return () => clearInterval(timer);
  }, [failing]);
  return failing && now - dataUpdatedAt > STALE_AFTER_MS ? dataUpdatedAt : null;
};
