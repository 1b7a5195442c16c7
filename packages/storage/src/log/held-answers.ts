/** What is missing is nearly always a commit that comes home in the same turn; later than this the log is read. */
const READ_AFTER_MS = 5;
/** Longest an answer is held: what is stored is answered, whether it can be applied or not. */
const MOST_HELD_MS = 250;

/** Answers that wait until the position of their last event is applied. */
export type HeldAnswers = {
  /** Resolves when the position is applied, or after a quarter of a second; it never fails. */
  readonly until: (position: number) => Promise<void>;
  /** Everything up to a position is applied. */
  readonly release: (position: number) => void;
};

type Held = { readonly position: number; readonly release: () => void };

/** @param read reads on in the log; it never fails. */
export const createHeldAnswers = (read: () => Promise<void>): HeldAnswers => {
  let held: readonly Held[] = [];
  let isReading = false;

  /** Again where a reading had begun before the commit. */
  const readSoon = (): void => {
    if (isReading) return;
    isReading = true;
    setTimeout(() => void readNow(), READ_AFTER_MS);
  };

  const readNow = async (): Promise<void> => {
    if (held.length > 0) await read();
    isReading = false;
    if (held.length > 0) readSoon();
  };

  return {
    until: (position) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          held = held.filter((other) => other !== entry);
          resolve();
        }, MOST_HELD_MS);
        const release = (): void => {
          clearTimeout(timer);
          resolve();
        };
        const entry: Held = { position, release };
        held = [...held, entry];
        readSoon();
      }),
    release: (reached) => {
      if (held.length === 0) return;
      const released = held.filter(({ position }) => position <= reached);
      held = held.filter(({ position }) => position > reached);
      for (const { release } of released) release();
    },
  };
};
