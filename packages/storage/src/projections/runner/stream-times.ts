type Seen = { readonly atMs: number; readonly position: number };

const APART_MS = 100;
const MOST_KEPT = 400;

/** When the log was seen at which position, so that a position behind can be said in time. */
export class StreamTimes {
  #seen: Seen[] = [];

  /** Notes where the log stands now; times never go back. */
  note(atMs: number, position: number): void {
    const last = this.#seen.at(-1);
    if (last !== undefined && (position <= last.position || atMs - last.atMs < APART_MS)) return;
    this.#seen.push({ atMs, position });
    // Half of them say it well enough of what lies far back.
    const { length } = this.#seen;
    if (length > MOST_KEPT) this.#seen = this.#seen.filter((_, index) => (length - 1 - index) % 2 === 0);
  }

  /** Since when, in milliseconds, the log has been past a position; 0 where it was not seen past it. */
  lateMs(position: number, nowMs: number): number {
    let [low, high] = [0, this.#seen.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#seen[middle] as Seen).position > position) high = middle;
      else low = middle + 1;
    }
    const first = this.#seen[low];
    return first === undefined ? 0 : nowMs - first.atMs;
  }
}
