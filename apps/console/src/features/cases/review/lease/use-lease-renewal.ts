import { MINUTE_MS } from '@redoubt/kernel';
import { useEffect, useRef } from 'react';
import { LEASE_RENEWAL_MS } from './lease-time.ts';

/** Between two attempts to prolong a lease by work on the page. */
const PAUSE_MS = MINUTE_MS;

/** Prolongs the lease while its agent types or clicks on the page and its end comes near. */
export const useLeaseRenewal = (untilMs: number | undefined, extend: () => void): void => {
  const latest = useRef(extend);
  latest.current = extend;
  useEffect(() => {
    if (untilMs === undefined) return undefined;
    let triedAtMs = -Infinity;
    const renew = (): void => {
      const nowMs = Date.now();
      const leftMs = untilMs - nowMs;
      if (leftMs <= 0 || leftMs > LEASE_RENEWAL_MS || nowMs - triedAtMs < PAUSE_MS) return;
      triedAtMs = nowMs;
      latest.current();
    };
    document.addEventListener('keydown', renew);
    document.addEventListener('pointerdown', renew);
    return () => {
      document.removeEventListener('keydown', renew);
      document.removeEventListener('pointerdown', renew);
    };
  }, [untilMs]);
};
