/** One line of a comparison. Line numbers count from 1; null where the line does not exist on that side. */
export type DiffLine = {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
  readonly before: number | null;
  readonly after: number | null;
};

/** Past this many differences the texts have nothing in common worth showing line by line. */
const MAX_DIFFERENCES = 1_000;

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.split('\n'));

/**
 * Compares two texts line by line (Myers, "An O(ND) Difference Algorithm", 1986): the shortest list of removed and
 * added lines, removals first. Takes O((n + m) · d) time for d differences, and gives up on d > 1,000, where it answers
 * "all removed, all added".
 */
export const diffLines = (before: string, after: string): readonly DiffLine[] => {
  const a = linesOf(before);
  const b = linesOf(after);
  const head = commonHead(a, b);
  const tail = commonTail(a.slice(head), b.slice(head));
  const lines = diffMiddle(a.slice(head, a.length - tail), b.slice(head, b.length - tail));
  return [
    ...a.slice(0, head).map((text, i) => same(text, i, i)),
    ...lines.map((line) => shifted(line, head)),
    ...a.slice(a.length - tail).map((text, i) => same(text, a.length - tail + i, b.length - tail + i)),
  ];
};

/** What one key changes lies between long equal runs, which are found without a search. */
const commonHead = (a: readonly string[], b: readonly string[]): number => {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
};

const commonTail = (a: readonly string[], b: readonly string[]): number => {
  let length = 0;
  while (length < a.length && length < b.length && a[a.length - 1 - length] === b[b.length - 1 - length]) length += 1;
  return length;
};

const shifted = (line: DiffLine, by: number): DiffLine => ({
  ...line,
  before: line.before === null ? null : line.before + by,
  after: line.after === null ? null : line.after + by,
});

const diffMiddle = (a: readonly string[], b: readonly string[]): readonly DiffLine[] => {
  const frontiers = a.length === 0 || b.length === 0 ? null : searchFrontiers(a, b);
  if (frontiers === null) return [...a.map((text, i) => removed(text, i)), ...b.map((text, i) => added(text, i))];
  return walkBack(a, b, frontiers);
};

const same = (text: string, i: number, j: number): DiffLine => ({ kind: 'same', text, before: i + 1, after: j + 1 });
const removed = (text: string, i: number): DiffLine => ({ kind: 'removed', text, before: i + 1, after: null });
const added = (text: string, j: number): DiffLine => ({ kind: 'added', text, before: null, after: j + 1 });

/** Furthest positions reached per diagonal before each further difference; null past the limit. */
const searchFrontiers = (a: readonly string[], b: readonly string[]): readonly ReadonlyMap<number, number>[] | null => {
  const frontier = new Map<number, number>([[1, 0]]);
  const history: ReadonlyMap<number, number>[] = [];
  const limit = Math.min(a.length + b.length, MAX_DIFFERENCES);
  for (let d = 0; d <= limit; d += 1) {
    history.push(new Map(frontier));
    for (let k = -d; k <= d; k += 2) {
      let x = goesDown(frontier, k, d) ? reach(frontier, k + 1) : reach(frontier, k - 1) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
      frontier.set(k, x);
      if (x >= a.length && x - k >= b.length) return history;
    }
  }
  return null;
};

const reach = (frontier: ReadonlyMap<number, number>, k: number): number => frontier.get(k) ?? 0;

const goesDown = (frontier: ReadonlyMap<number, number>, k: number, d: number): boolean =>
  k === -d || (k !== d && reach(frontier, k - 1) < reach(frontier, k + 1));

const walkBack = (
  a: readonly string[],
  b: readonly string[],
  history: readonly ReadonlyMap<number, number>[],
): readonly DiffLine[] => {
  const lines: DiffLine[] = [];
  let x = a.length;
  let y = b.length;
  for (let d = history.length - 1; d >= 0; d -= 1) {
    const frontier = history[d] ?? new Map<number, number>();
    const k = x - y;
    const previousK = goesDown(frontier, k, d) ? k + 1 : k - 1;
    const previousX = d === 0 ? 0 : reach(frontier, previousK);
    const previousY = d === 0 ? 0 : previousX - previousK;
    while (x > previousX && y > previousY) {
      x -= 1;
      y -= 1;
      lines.push(same(a[x] ?? '', x, y));
    }
    if (d === 0) break;
    lines.push(x === previousX ? added(b[previousY] ?? '', previousY) : removed(a[previousX] ?? '', previousX));
    x = previousX;
    y = previousY;
  }
  return lines.reverse();
};

/** How many lines came and went. A changed line counts once on each side. */
export const countChanges = (lines: readonly DiffLine[]): { readonly added: number; readonly removed: number } => ({
  added: lines.filter((line) => line.kind === 'added').length,
  removed: lines.filter((line) => line.kind === 'removed').length,
});
