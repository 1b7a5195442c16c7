import type { UnitSet } from './unit-set.ts';

/**
 * Places without width: start and end of the text, the end or the line feed before it (`$`, `\Z`), starts and ends of lines
 * (`(?m)`), and boundaries of words.
 */
export type PatternEdge = 'start' | 'end' | 'lastLine' | 'lineStart' | 'lineEnd' | 'word' | 'notWord';

/** A regular expression that was read: what is left of it says whether a text matches, not where or by which group. */
export type PatternNode =
  | { readonly kind: 'units'; readonly units: UnitSet }
  | { readonly kind: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly item: PatternNode; readonly min: number; readonly max: number }
  | { readonly kind: 'edge'; readonly edge: PatternEdge };
