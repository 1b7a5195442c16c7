import type { AskedDimension, FieldDimension, ReportDimension, ReportMeasure, RuleMeasure } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import type { StoredEvent } from '@redoubt/storage';

/** A figure that reports and the log do not agree on. */
export type RecountDifference = {
  readonly by: AskedDimension | 'rules' | 'overlaps' | 'observations' | 'arrivals' | 'narrowed' | null;
  readonly value: string | null;
  readonly currency: string;
  readonly measure: ReportMeasure | RuleMeasure;
  readonly unit: 'events' | 'amount';
  /** Where its bar begins, as milliseconds since 1970; null or absent in totals. */
  readonly barMs?: number | null;
  readonly reported: number;
  readonly recounted: number;
};

export type RecountScope = {
  readonly tenantId: Id;
  readonly environmentIds: readonly Id[];
  /** Days of events, the end not included. */
  readonly fromMs: number;
  readonly toMs: number;
};

export type Purchase = Extract<StoredEvent, { kind: 'purchase' }>;

/** A purchase with what was said of it, as the log has it. */
export type Counted = {
  readonly event: Purchase;
  readonly values: Readonly<
    Record<ReportDimension, readonly string[]> & Partial<Record<FieldDimension, readonly string[]>>
  >;
  readonly currency: string;
  readonly amount: number;
  readonly measures: ReadonlySet<ReportMeasure>;
};
