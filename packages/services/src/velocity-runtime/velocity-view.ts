import type { VelocityPort } from '@redoubt/engine';

/** Velocities as one event sees them. */
export type VelocityView = {
  readonly port: VelocityPort;
  /** Every event up to and including this position is in what the port says, and none after it. */
  readonly position: () => number;
  /**
   * Fetches what the port was asked for and had to leave out. Undefined where nothing was left out: then what was worked
   * out with the port holds.
   */
  readonly fetchMissing: () => Promise<void> | undefined;
};

const workOutAgain = async <Result>(
  view: VelocityView,
  work: () => Result,
  fetching: Promise<void>,
): Promise<Result> => {
  await fetching;
  return runWithVelocities(view, work);
};

/**
 * Works something out that reads velocities: at once where they are in this process, else again each time what it asked
 * for has been fetched. `work` must come to the same whenever it reads the same, and leave nothing behind.
 */
export const runWithVelocities = <Result>(view: VelocityView, work: () => Result): Result | Promise<Result> => {
  const result = work();
  const fetching = view.fetchMissing();
  return fetching === undefined ? result : workOutAgain(view, work, fetching);
};
