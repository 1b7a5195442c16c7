/** Items by due time, earliest first; equal times leave in the order they came. A binary heap: O(log n) each way. */
export type DueQueue<Item> = {
  readonly add: (item: Item, dueMs: number) => void;
  /** Removes and returns the earliest item that is due, null where none is. */
  readonly takeDue: (nowMs: number) => Item | null;
  readonly size: () => number;
};

export const createDueQueue = <Item>(): DueQueue<Item> => {
  type Entry = { readonly item: Item; readonly dueMs: number; readonly arrival: number };
  const heap: Entry[] = [];
  let arrivals = 0;

  const isBefore = (left: Entry, right: Entry): boolean =>
    left.dueMs === right.dueMs ? left.arrival < right.arrival : left.dueMs < right.dueMs;

  const siftUp = (start: number): void => {
    let index = start;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const [child, above] = [heap[index] as Entry, heap[parent] as Entry];
      if (!isBefore(child, above)) return;
      heap[index] = above;
      heap[parent] = child;
      index = parent;
    }
  };

  const siftDown = (): void => {
    let index = 0;
    for (;;) {
      let smallest = index;
      for (const child of [2 * index + 1, 2 * index + 2]) {
        if (child < heap.length && isBefore(heap[child] as Entry, heap[smallest] as Entry)) smallest = child;
      }
      if (smallest === index) return;
      const entry = heap[index] as Entry;
      heap[index] = heap[smallest] as Entry;
      heap[smallest] = entry;
      index = smallest;
    }
  };

  return {
    add: (item, dueMs) => {
      arrivals += 1;
      heap.push({ item, dueMs, arrival: arrivals });
      siftUp(heap.length - 1);
    },
    takeDue: (nowMs) => {
      const first = heap[0];
      if (first === undefined || first.dueMs > nowMs) return null;
      const last = heap.pop() as Entry;
      if (heap.length > 0) {
        heap[0] = last;
        siftDown();
      }
      return first.item;
    },
    size: () => heap.length,
  };
};
