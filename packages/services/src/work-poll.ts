import { setTimeout as delay } from 'node:timers/promises';

/** A loop that looks for work of this node. */
export type WorkPoll = {
  /** Looks at once instead of at the next poll. */
  readonly wake: () => void;
  /** Stops looking, and resolves when the work that runs has stopped. */
  readonly close: () => Promise<void>;
};

export type WorkPollOptions = {
  /**
   * Takes one piece of work and does it; true where there was one, and the next is looked for at once. The signal aborts
   * when the loop is closed.
   */
  readonly look: (signal: AbortSignal) => Promise<boolean>;
  /** Is called with the error of a look that threw; the next one comes after the pause. */
  readonly onFailure: (error: unknown) => void;
  /** Milliseconds between two looks that found nothing; asked after each look where it depends on what was found. */
  readonly everyMs: number | (() => number);
};

/** Looks for work at once, again after each piece, and else at a steady pace; it does not keep the process alive. */
export const pollForWork = ({ look, onFailure, everyMs }: WorkPollOptions): WorkPoll => {
  const closing = new AbortController();
  const { signal } = closing;
  let woken = Promise.withResolvers<void>();

  const found = async (): Promise<boolean> => {
    try {
      return await look(signal);
    } catch (error) {
      if (!signal.aborted) onFailure(error);
      return false;
    }
  };

  const work = async (): Promise<void> => {
    while (!signal.aborted) {
      woken = Promise.withResolvers();
      // oxlint-disable-next-line eslint/no-await-in-loop -- one piece of work after the other
      if (await found()) continue;
      const pause = new AbortController();
      const pauseMs = typeof everyMs === 'number' ? everyMs : everyMs();
      // oxlint-disable-next-line eslint/no-await-in-loop -- nothing to do for a while
      await Promise.race([woken.promise, delay(pauseMs, undefined, { signal: pause.signal, ref: false })]);
      pause.abort();
    }
  };
  const working = work();

  return {
    wake: () => woken.resolve(),
    close: async () => {
      closing.abort();
      woken.resolve();
      await working;
    },
  };
};
