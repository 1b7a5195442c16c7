import type { RuleOrClause } from '@redoubt/domain';
import type { ReactNode } from 'react';
import type { Measured } from './rule-figures.ts';
import type { SortedColumn } from './rule-report-address.ts';

/** A column of the table of rules. */
export type RuleColumn = {
  readonly id: string;
  readonly title: string;
  /** How its figures are worked out. */
  readonly formula?: string;
  /** What the table is ordered by at its head; absent where it is not. */
  readonly sort?: SortedColumn;
  /** Words stand at the start, figures at the end. */
  readonly start?: boolean;
  readonly render: (row: Measured, of: RuleOrClause) => ReactNode;
};
