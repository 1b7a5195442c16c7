import type { RequestedChange } from '@redoubt/contracts';

type Listener = (change: RequestedChange) => void;

const listeners = new Set<Listener>();

/** Calls whose change waits for a second person: whatever screen made the call, the frame says what became of it. */
export const requestedChanges = {
  tell: (change: RequestedChange): void => {
    for (const listener of listeners) listener(change);
  },
  subscribe: (listener: Listener): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
