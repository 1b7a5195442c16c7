import type { VelocityBackfill } from '@redoubt/contracts';

/** How often progress is looked at. */
export const FILLING_LOOK_MS = 1000;

/** Whether history is being counted, or about to be. */
export const isFilling = (backfill: Pick<VelocityBackfill, 'status'> | null | undefined): boolean =>
  backfill?.status === 'waiting' || backfill?.status === 'running';
