/** Items taken that stay in the queue before it is cut. */
const CUT_AFTER = 50_000;

/** Items by position, taken from the front. */
export class PositionQueue<Item extends { readonly position: number }> {
  #all: Item[] = [];
  #next = 0;

  add(items: readonly Item[]): void {
    for (const each of items) this.#all.push(each);
  }

  sort(): void {
    this.#all.sort((a, b) => a.position - b.position);
  }

  takeUntil(position: number): readonly Item[] {
    let end = this.#next;
    while (end < this.#all.length && (this.#all[end]?.position ?? 0) <= position) end += 1;
    const taken = this.#all.slice(this.#next, end);
    this.#next = end;
    if (end > CUT_AFTER) {
      this.#all = this.#all.slice(end);
      this.#next = 0;
    }
    return taken;
  }
}
