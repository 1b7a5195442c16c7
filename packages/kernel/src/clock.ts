/** The only source of the current time; handed in, never read inside logic. */
export type Clock = {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly now: () => number;
};

export const systemClock: Clock = { now: () => Date.now() };

/** A clock that stands still until it is set, for tests and replay. */
export const fixedClock = (startMs: number): Clock & { advance: (ms: number) => void } => {
  let currentMs = startMs;
  return {
    now: () => currentMs,
    advance: (ms) => {
      currentMs += ms;
    },
  };
};
