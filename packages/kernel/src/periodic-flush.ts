type PeriodicFlush = {
  /** Writes what was gathered until now; one write runs at a time. */
  readonly flush: () => Promise<void>;
  /** Stops the timer and writes the rest. */
  readonly close: () => Promise<void>;
};

/**
 * Writes what is gathered in memory at a steady pace, one write after the other; a process may end between two writes.
 *
 * @param write takes what was gathered, and deals with failures itself; one that throws does not stop the next.
 */
export const flushPeriodically = (write: () => Promise<void>, everyMs: number): PeriodicFlush => {
  let writing: Promise<void> = Promise.resolve();
  const flush = (): Promise<void> => (writing = writing.catch(() => undefined).then(write));
  const timer = setInterval(() => void flush().catch(() => undefined), everyMs);
  // Browsers number their timers, and have no process that a timer could keep alive.
  if (typeof timer === 'object') timer.unref();
  return {
    flush,
    close: async () => {
      clearInterval(timer);
      await flush();
    },
  };
};
