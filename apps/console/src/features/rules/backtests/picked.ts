/** Numbers of a clause that name the events behind them. */
export const CLAUSE_CELLS = ['fired', 'decided', 'changed'] as const;
export type ClauseCell = (typeof CLAUSE_CELLS)[number];

/** Whose events are shown: those of a change of decisions, or of a number of a clause; null before the user chose. */
export type Picked =
  | { readonly kind: 'change'; readonly id: string }
  | { readonly kind: 'clause'; readonly index: number; readonly cell: ClauseCell }
  | null;
