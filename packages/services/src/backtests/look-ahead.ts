import type { PastEvent } from './past-event.ts';

/** Events taken from the front that stay in the line before it is cut. */
const CUT_AFTER = 10_000;

const isBefore = (a: PastEvent, b: PastEvent): boolean =>
  a.readPosition === b.readPosition ? a.stored.position < b.stored.position : a.readPosition < b.readPosition;

/**
 * Events in the order of the position their velocities stood at. They come in that of their own position, which is
 * nearly the same: each finds its place close to the end.
 */
export class LookAhead {
  readonly #events: PastEvent[] = [];
  #next = 0;

  add(event: PastEvent): void {
    const events = this.#events;
    let at = events.length;
    for (; at > this.#next; at -= 1) {
      const before = events[at - 1];
      if (before === undefined || isBefore(before, event)) break;
      events[at] = before;
    }
    events[at] = event;
  }

  /** Takes the events that read velocities at a position up to this one. */
  takeUntil(readPosition: number): readonly PastEvent[] {
    const events = this.#events;
    const first = this.#next;
    let end = first;
    while (end < events.length && (events[end]?.readPosition ?? 0) <= readPosition) end += 1;
    this.#next = end;
    const taken = events.slice(first, end);
    if (end >= CUT_AFTER) {
      events.splice(0, end);
      this.#next = 0;
    }
    return taken;
  }
}
