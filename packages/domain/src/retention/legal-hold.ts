import type { Id } from '@redoubt/kernel';

/** What a legal hold covers: an environment and all below it, a person's events, or the event of a case. */
export const HOLD_SCOPES = ['environment', 'subject', 'case'] as const;
export type HoldScope = (typeof HOLD_SCOPES)[number];

export const MAX_HOLD_REASON_CHARACTERS = 500;

/** A hold, as far as it says what it covers. */
export type HoldTarget = {
  readonly scope: HoldScope;
  /** Of an environment or a person, with all environments below it; of a case that of its event. */
  readonly environmentId: Id;
  /** User id of the person; null for others. */
  readonly subject: string | null;
  /** Number of the kind of the event and its id; null but for cases. */
  readonly kind: number | null;
  readonly eventId: string | null;
};

/** Whether a hold counts at a time. */
export const isHolding = (
  { until, releasedAt }: { readonly until: Date | null; readonly releasedAt: Date | null },
  nowMs: number,
): boolean => releasedAt === null && (until === null || until.getTime() > nowMs);
