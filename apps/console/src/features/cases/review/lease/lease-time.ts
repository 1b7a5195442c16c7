import { LEASE_MS } from '@redoubt/domain';
import { MINUTE_MS } from '@redoubt/kernel';

/** How long before its end a lease warns. */
export const LEASE_WARNING_MS = 2 * MINUTE_MS;

/** From what is left on, work on the page prolongs the lease by itself. */
export const LEASE_RENEWAL_MS = 10 * MINUTE_MS;

export type LeasePhase = 'running' | 'warning' | 'over';

export type LeaseTime = {
  readonly leftMs: number;
  readonly phase: LeasePhase;
  /** What is left of a full lease, 0 to 1. */
  readonly share: number;
};

/** What is left of a lease at a moment. */
export const leaseTime = (untilMs: number, nowMs: number): LeaseTime => {
  const leftMs = Math.max(0, untilMs - nowMs);
  return {
    leftMs,
    phase: leftMs === 0 ? 'over' : leftMs <= LEASE_WARNING_MS ? 'warning' : 'running',
    share: Math.min(1, leftMs / LEASE_MS),
  };
};
