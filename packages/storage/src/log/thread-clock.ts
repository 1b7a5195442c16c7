/**
 * Time in which this thread could do something. A thread that is held up, by a collection or by other programs on its
 * processor, can neither read an answer of the database nor refuse an event; what it was held up does not count against
 * those who wait, or it would refuse them while the answer lies unread.
 */
export class ThreadClock {
  readonly #everyMs: number;
  #lookedMs = performance.now();
  #heldUpMs = 0;

  /** @param everyMs at most between two questions for the time where nothing holds the thread up. */
  constructor(everyMs: number) {
    this.#everyMs = everyMs;
  }

  nowMs(): number {
    const nowMs = performance.now();
    const lateMs = nowMs - this.#lookedMs - this.#everyMs;
    this.#lookedMs = nowMs;
    // A timer that is late by less says nothing about answers that lie unread.
    if (lateMs > this.#everyMs) this.#heldUpMs += lateMs;
    return nowMs - this.#heldUpMs;
  }
}
