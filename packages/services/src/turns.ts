import { setImmediate } from 'node:timers/promises';

/** Longest that work on this thread goes on before whatever else waits gets its turn. */
const TURN_MS = 2;

/** Lets others have their turn in the midst of long work: a loop asks between any two of its steps. */
export class Turns {
  #begunMs = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#begunMs > TURN_MS;
  }

  /** Resolves when the others had theirs. */
  async next(): Promise<void> {
    await setImmediate();
    this.#begunMs = performance.now();
  }
}
