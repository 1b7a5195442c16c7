import type { NoticeSeverity } from '@redoubt/domain';
import { createSubscribers } from '@redoubt/ui';

export type CalloutAction = { readonly text: string; readonly onSelect?: () => void; readonly href?: string };

export type Callout = {
  readonly severity: NoticeSeverity;
  readonly title: string;
  readonly body?: string | undefined;
  /** Undo, or a link to the object. */
  readonly action?: CalloutAction | undefined;
};

export type ShownCallout = Callout & { readonly id: number; readonly at: number };

/** How long a callout stays; errors stay until closed (`docs/reference/console.md#screens`). */
const SHOWN_MS: Readonly<Record<NoticeSeverity, number | null>> = {
  Success: 5000,
  Information: 5000,
  Warning: 10_000,
  Error: null,
  Critical: null,
};

/** How long one stays that offers to undo: time to read what happened and to decide. */
const UNDO_MS = 10_000;

/** How long a callout stays; null for one that stays until it is closed. */
export const shownMsOf = ({ severity, action }: Callout): number | null => {
  const shownMs = SHOWN_MS[severity];
  return shownMs === null || action?.onSelect === undefined ? shownMs : Math.max(shownMs, UNDO_MS);
};

export const MAX_STACKED = 3;
const MAX_KEPT = 50;

export type CalloutStore = {
  readonly notify: (callout: Callout) => void;
  readonly dismiss: (id: number) => void;
  readonly list: () => readonly ShownCallout[];
  /** Everything said in this visit, newest first. */
  readonly history: () => readonly ShownCallout[];
  readonly unread: () => number;
  readonly markRead: () => void;
  readonly subscribe: (changed: () => void) => () => void;
};

/** Keeps the newest three results of the person's own actions. */
export const createCalloutStore = (now: () => number): CalloutStore => {
  let shown: readonly ShownCallout[] = [];
  let kept: readonly ShownCallout[] = [];
  let nextId = 1;
  let readUpTo = 0;
  const subscribers = createSubscribers();
  const replace = (next: readonly ShownCallout[]): void => {
    shown = next;
    subscribers.notify();
  };
  return {
    notify: (callout) => {
      const next = { ...callout, id: nextId, at: now() };
      nextId += 1;
      kept = [next, ...kept].slice(0, MAX_KEPT);
      replace([next, ...shown].slice(0, MAX_STACKED));
    },
    dismiss: (id) => replace(shown.filter((one) => one.id !== id)),
    list: () => shown,
    history: () => kept,
    unread: () => kept.filter(({ id }) => id > readUpTo).length,
    markRead: () => {
      if (readUpTo === nextId - 1) return;
      readUpTo = nextId - 1;
      replace(shown);
    },
    subscribe: subscribers.subscribe,
  };
};
