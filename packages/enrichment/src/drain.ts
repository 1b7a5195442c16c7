import { setImmediate } from 'node:timers/promises';

/** Steps of a generator between which it may rest. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Runs to the end at once. */
export const drain = <T>(steps: Steps<T>): T => {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
};

/** Runs to the end and lets others run after each step. */
export const drainGently = async <T>(steps: Steps<T>): Promise<T> => {
  let step = steps.next();
  while (!step.done) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- resting between steps is what it is for
    await setImmediate();
    step = steps.next();
  }
  return step.value;
};
