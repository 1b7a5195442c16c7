/** What a velocity works out of the values of its key, in the order of their codes. */
export const AGGREGATES = ['Count', 'Sum', 'Avg', 'StdDev', 'Min', 'Max', 'First', 'Last', 'DistinctCount'] as const;
export type Aggregate = (typeof AGGREGATES)[number];

/** How the entries of a key are laid out: how many numbers each has besides its second and its count. */
export type EntryShape = 'count' | 'sum' | 'squares' | 'extreme' | 'distinct';

export const SHAPE_OF: Readonly<Record<Aggregate, EntryShape>> = {
  Count: 'count',
  Sum: 'sum',
  Avg: 'sum',
  StdDev: 'squares',
  Min: 'extreme',
  Max: 'extreme',
  First: 'extreme',
  Last: 'extreme',
  DistinctCount: 'distinct',
};

export const SHAPES = ['count', 'sum', 'squares', 'extreme', 'distinct'] as const satisfies readonly EntryShape[];

export const NUMBERS_PER_ENTRY: Readonly<Record<EntryShape, number>> = {
  count: 0,
  sum: 1,
  squares: 3,
  extreme: 1,
  distinct: 1,
};

export const codeOf = (aggregate: Aggregate): number => AGGREGATES.indexOf(aggregate);
export const aggregateOfCode = (code: number): Aggregate => AGGREGATES[code] ?? 'Count';

const NAMES: ReadonlyMap<string, Aggregate> = new Map(AGGREGATES.map((name) => [name.toLowerCase(), name]));

/** The aggregate of a name in any letter case; null where there is none. */
export const aggregateNamed = (name: string): Aggregate | null => NAMES.get(name.toLowerCase()) ?? null;
