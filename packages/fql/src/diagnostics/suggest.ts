/** Edit distance with neighbouring swaps, given up past `limit`. Two rows of dynamic programming, O(a·b). */
const distance = (a: string, b: string, limit: number): number => {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_unused, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    let best = i;
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      row.push(cost);
      best = Math.min(best, cost);
    }
    if (best > limit) return limit + 1;
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? limit + 1;
};

/** The candidate most like a misspelt name, without regard to letter case; null where none is near. */
export const didYouMean = (name: string, candidates: Iterable<string>): string | null => {
  const wanted = name.toLowerCase();
  if (wanted.length > 200) return null;
  let limit = Math.min(3, Math.max(1, Math.floor(wanted.length / 3)));
  let best: string | null = null;
  for (const candidate of candidates) {
    const found = distance(wanted, candidate.toLowerCase(), limit);
    if (found > limit || (best !== null && found === limit)) continue;
    best = candidate;
    limit = found;
    if (found === 0) break;
  }
  return best;
};
