import { isFieldDimension, OTHER_VALUES, type FieldDimension } from './report-fields.ts';
import { barEndMs, reportSpan, type AskedDimension, type ReportDimension, type ReportQuery } from './report-query.ts';

/** A filter of Search, as its endpoint takes it. */
export type DrillFilter = {
  readonly field:
    | 'rule'
    | 'clause'
    | 'decision'
    | 'riskScore'
    | 'currency'
    | 'fraudLabel'
    | 'status'
    | 'country'
    | 'hit'
    | 'decidedBy'
    | FieldDimension;
  readonly operator: 'is' | 'atLeast' | 'atMost' | 'isEmpty' | 'isNotEmpty';
  readonly values: string[];
};

/** The events behind a figure: a query of Search in an environment. */
export type Drill = {
  /** The one that the figure is of alone; null where it is of the environment of the report and what is below. */
  readonly environmentId: string | null;
  readonly query: {
    readonly eventType: ReportQuery['assessment'];
    readonly from: string;
    readonly to: string;
    readonly filters: DrillFilter[];
  };
};

/** A bar, a series or both; what is null is not narrowed down. */
export type ReportCell = { readonly barMs: number | null; readonly value: string | null };

const FIELDS: Partial<Readonly<Record<ReportDimension, DrillFilter['field']>>> = {
  rule: 'rule',
  clause: 'clause',
  decision: 'decision',
  currency: 'currency',
  label: 'fraudLabel',
  status: 'status',
  country: 'country',
  hit: 'hit',
};

/** Bins of ten that follow each other are a range; others are none. */
const scoreFilters = (values: readonly string[]): DrillFilter[] | null => {
  if (values.length === 1 && values[0] === '') return [{ field: 'riskScore', operator: 'isEmpty', values: [] }];
  const bins = values.map(Number).toSorted((a, b) => a - b);
  const [first = 0, last = 0] = [bins[0], bins.at(-1)];
  if (values.includes('') || bins.some((bin, at) => bin !== first + at * 10)) return null;
  // Scores beyond 0 to 999 stand in the outermost bins.
  const atLeast: DrillFilter = { field: 'riskScore', operator: 'atLeast', values: [String(first)] };
  const atMost: DrillFilter = { field: 'riskScore', operator: 'atMost', values: [String(last + 9)] };
  if (first === 0 && last === 990) return [{ field: 'riskScore', operator: 'isNotEmpty', values: [] }];
  return [...(first === 0 ? [] : [atLeast]), ...(last === 990 ? [] : [atMost])];
};

const filtersOf = (dimension: AskedDimension, values: readonly string[]): DrillFilter[] | null => {
  if (dimension === 'score') return scoreFilters(values);
  const field = isFieldDimension(dimension) ? dimension : FIELDS[dimension];
  // Search does not know which values stand together in a report.
  if (field === undefined || (isFieldDimension(dimension) && values.includes(OTHER_VALUES))) return null;
  if (!values.includes('')) return [{ field, operator: 'is', values: [...values] }];
  return values.length === 1 ? [{ field, operator: 'isEmpty', values: [] }] : null;
};

/**
 * The events that a figure counts, for Search; null where Search cannot ask for them: by chargeback, refund or answer of the
 * bank, and for a value together with none.
 */
export const drillOf = (query: ReportQuery, { barMs, value }: ReportCell): Drill | null => {
  const span = reportSpan(query);
  if (span === null) return null;
  const narrowed = [
    ...query.filters,
    ...(query.by === null || value === null ? [] : [{ dimension: query.by, values: [value] }]),
  ];
  const environments = narrowed.filter(({ dimension }) => dimension === 'environment');
  const filters: DrillFilter[] = [];
  for (const { dimension, values } of narrowed) {
    if (dimension === 'environment') continue;
    const found = filtersOf(dimension, values);
    if (found === null) return null;
    filters.push(...found);
  }
  const named = environments.at(-1)?.values ?? [];
  if (named.length > 1 || environments.some(({ values }) => !values.includes(named[0] ?? ''))) return null;
  const [fromMs, toMs] =
    barMs === null
      ? [span.fromMs, span.toMs]
      : [Math.max(span.fromMs, barMs), Math.min(span.toMs, barEndMs(barMs, query.step))];
  return {
    environmentId: named[0] ?? null,
    query: {
      eventType: query.assessment,
      from: new Date(fromMs).toISOString(),
      to: new Date(toMs).toISOString(),
      filters,
    },
  };
};
