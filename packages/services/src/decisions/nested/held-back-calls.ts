import type { CallPort } from '@redoubt/engine';
import type { VelocityView } from '../../velocity-runtime/velocity-view.ts';

/** Calls of one run of the rules, which is void where a velocity had to be fetched before one of them. */
export type HeldBackCalls = CallPort & {
  /** Resolves once what was missing is there: true where there was something, and the run has to be repeated. */
  readonly fetched: () => Promise<boolean>;
  /** Whether something is missing so far. */
  readonly isVoid: () => boolean;
};

/**
 * Lets a call through only while every velocity that was read is known: one that still has to be fetched counts as 0, and
 * such a number must not cause a call.
 */
export const deferUntilResolved = (calls: CallPort, view: Pick<VelocityView, 'fetchMissing'>): HeldBackCalls => {
  let fetching: Promise<void> | undefined;
  return {
    call: (request, level, caller) => {
      fetching ??= view.fetchMissing();
      if (fetching === undefined) return calls.call(request, level, caller);
      return { response: null, httpStatusCode: 0, error: 'Not called yet.', latencyMs: 0 };
    },
    isVoid: () => {
      fetching ??= view.fetchMissing();
      return fetching !== undefined;
    },
    fetched: async () => {
      await fetching;
      return fetching !== undefined;
    },
  };
};
