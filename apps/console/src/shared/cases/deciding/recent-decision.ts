import type { Sentiment } from '@redoubt/domain';
import { createSubscribers } from '@redoubt/ui';
import { forgetTabDraft } from '../../../drafts/use-tab-draft.ts';

/** How long a decision can be taken back before any of it is sent (`docs/reference/deciding.md#cases`). */
export const UNDO_MS = 10_000;

/** Under which the draft of a decision is kept in the tab. */
export const draftKey = (caseId: string): string => `case.${caseId}`;

/** A decision that was made in this tab a moment ago. */
export type RecentDecision = {
  readonly caseId: string;
  readonly environmentId: string;
  readonly queueId: string;
  /** Address of the case, to go back to when the decision is taken back. */
  readonly href: string;
  readonly decision: string;
  readonly sentiment: Sentiment | null;
  /** What was decided: an amount, or the id of the event. */
  readonly subject: string;
  /** By the clock of this computer. */
  readonly untilMs: number;
};

let recent: RecentDecision | null = null;
const decidedOf = new Map<string, number>();
const { subscribe, notify } = createSubscribers();

const publish = (next: RecentDecision | null): void => {
  recent = next;
  notify();
};

const count = (queueId: string, by: number): void => {
  decidedOf.set(queueId, Math.max(0, (decidedOf.get(queueId) ?? 0) + by));
};

/**
 * The last decision of this tab, for the strip that offers to take it back: it outlives its page, because the next case
 * or the queue is on the screen by then. The draft of a decision stays until the next one, for a return by undo.
 */
export const recentDecision = {
  get: (): RecentDecision | null => recent,
  made: (decision: RecentDecision): void => {
    if (recent) forgetTabDraft(draftKey(recent.caseId));
    count(decision.queueId, 1);
    publish(decision);
  },
  takenBack: (): void => {
    if (recent) count(recent.queueId, -1);
    publish(null);
  },
  /** Cases of a queue decided in this tab. */
  decidedOf: (queueId: string): number => decidedOf.get(queueId) ?? 0,
  subscribe,
} as const;
