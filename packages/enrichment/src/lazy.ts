import { drain, drainGently, type Steps } from './drain.ts';

/** Something that is made when it is first needed: at once where a decision waits for it, gently where there is time. */
export type Lazy<T> = {
  readonly get: () => T | undefined;
  readonly warm: () => Promise<void>;
  /** What there is already. */
  readonly loaded: () => T | undefined;
};

/**
 * @param make reads and builds it; where that fails there is nothing, `onProblem` is called, and it is not tried again.
 * @param strict failures of `warm` are thrown instead.
 */
export const lazy = <T>(make: () => Steps<T>, onProblem: (error: Error) => void, strict: boolean): Lazy<T> => {
  let value: T | undefined;
  let isSettled = false;
  let warming: Promise<void> | undefined;
  const settle = (made: T | undefined): void => {
    if (!isSettled) value = made;
    isSettled = true;
  };
  const give = (error: unknown): void => {
    settle(undefined);
    onProblem(error instanceof Error ? error : new Error(String(error)));
  };
  return {
    loaded: () => value,
    get: () => {
      if (isSettled) return value;
      try {
        settle(drain(make()));
      } catch (error) {
        give(error);
      }
      return value;
    },
    warm: () => {
      if (isSettled) return Promise.resolve();
      warming ??= drainGently(make()).then(settle, (error: unknown) => {
        if (strict) throw error;
        give(error);
      });
      return warming;
    },
  };
};
