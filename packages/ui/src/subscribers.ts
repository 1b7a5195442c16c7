export type Subscribers = {
  /** As `useSyncExternalStore` takes it: gives back what ends the subscription. */
  readonly subscribe: (changed: () => void) => () => void;
  readonly notify: () => void;
};

/** Callbacks that a store outside React calls when it changed. */
export const createSubscribers = (): Subscribers => {
  const callbacks = new Set<() => void>();
  return {
    subscribe: (changed) => {
      callbacks.add(changed);
      return () => void callbacks.delete(changed);
    },
    notify: () => {
      for (const changed of callbacks) changed();
    },
  };
};
