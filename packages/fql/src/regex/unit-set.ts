/** A set of UTF-16 code units: ascending, disjoint ranges that do not touch, flat as `[from, to, from, to …]`. */
export type UnitSet = readonly number[];

export const LAST_UNIT = 0xffff;

export const ANY_UNIT: UnitSet = [0, LAST_UNIT];

/** The set of ranges in any order, which may overlap. */
export const unitSet = (ranges: readonly (readonly [from: number, to: number])[]): UnitSet => {
  const flat: number[] = [];
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = flat.length - 1;
    if (last > 0 && from <= (flat[last] ?? 0) + 1) flat[last] = Math.max(flat[last] ?? 0, to);
    else flat.push(from, to);
  }
  return flat;
};

export const unit = (code: number): UnitSet => [code, code];

export const rangesOf = (set: UnitSet): readonly (readonly [from: number, to: number])[] =>
  Array.from({ length: set.length / 2 }, (_none, index) => [set[index * 2] ?? 0, set[index * 2 + 1] ?? 0] as const);

export const union = (...sets: readonly UnitSet[]): UnitSet => unitSet(sets.flatMap(rangesOf));

export const complement = (set: UnitSet): UnitSet => {
  const flat: number[] = [];
  let from = 0;
  for (const [start, end] of rangesOf(set)) {
    if (start > from) flat.push(from, start - 1);
    from = end + 1;
  }
  if (from <= LAST_UNIT) flat.push(from, LAST_UNIT);
  return flat;
};

export const without = (set: UnitSet, removed: UnitSet): UnitSet => complement(union(complement(set), removed));
