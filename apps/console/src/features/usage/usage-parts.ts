import {
  USED_APIS,
  type Billing,
  type BudgetState,
  type UsageDetails,
  type UsageMonth,
  type UsageRow,
  type UsageSummary,
} from '@redoubt/contracts';
import type { BarBucket } from '@redoubt/ui';
import { csvText } from '../../shared/files/csv-text.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** When the part of time that begins there ends. */
export const partEnd = (fromMs: number, unit: UsageDetails['unit']): number => {
  if (unit !== 'month') return fromMs + (unit === 'hour' ? HOUR_MS : DAY_MS);
  const from = new Date(fromMs);
  return Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1);
};

/** Every part of the period, empty ones too, with its calls by how they were answered. */
export const detailBuckets = ({ from, to, unit, rows }: UsageDetails): readonly BarBucket[] => {
  const byPart = Map.groupBy(rows, (row) => Date.parse(row.from));
  const toMs = Date.parse(to);
  const buckets: BarBucket[] = [];
  for (let fromMs = Date.parse(from); fromMs < toMs; fromMs = partEnd(fromMs, unit)) {
    const part = byPart.get(fromMs) ?? [];
    const sum = (of: (row: UsageRow) => number): number => part.reduce((all, row) => all + of(row), 0);
    const [refused, failed] = [sum((row) => row.refused), sum((row) => row.failed)];
    const end = partEnd(fromMs, unit);
    buckets.push({
      fromMs,
      toMs: end,
      counts: { accepted: sum(({ calls }) => calls) - refused - failed, refused, failed },
      unfinished: end >= toMs,
    });
  }
  return buckets;
};

/** The last twelve months, empty ones too, oldest first, with assessments by capability. */
export const monthBuckets = (asOf: string, months: readonly UsageMonth[]): readonly BarBucket[] => {
  const now = new Date(asOf);
  return Array.from({ length: 12 }, (_, index) => {
    const fromMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11 + index, 1);
    const part = months.filter(({ from }) => Date.parse(from) === fromMs);
    return {
      fromMs,
      toMs: partEnd(fromMs, 'month'),
      counts: Object.fromEntries(part.map(({ capability, assessments }) => [capability, assessments])),
      unfinished: index === 11,
    };
  });
};

/** Counted calls, and how many of them assess and how many are others: what both pages add up to. */
export type Counted = { readonly all: number; readonly assessments: number; readonly others: number };

const ASSESSING: ReadonlySet<string> = new Set(
  USED_APIS.filter(({ isAssessment }) => isAssessment).map(({ api }) => api),
);

const countedOf = (assessments: number, others: number): Counted => ({
  all: assessments + others,
  assessments,
  others,
});

/** What the rows of the details count. */
export const countedInRows = (rows: readonly Pick<UsageRow, 'api' | 'counted'>[]): Counted => {
  const sum = (assesses: boolean): number =>
    rows.filter(({ api }) => ASSESSING.has(api) === assesses).reduce((all, { counted }) => all + counted, 0);
  return countedOf(sum(true), sum(false));
};

/** What the months of the summary count. */
export const countedInMonths = (months: readonly Pick<UsageMonth, 'assessments' | 'others'>[]): Counted =>
  countedOf(
    months.reduce((all, { assessments }) => all + assessments, 0),
    months.reduce((all, { others }) => all + others, 0),
  );

/** Rows as CSV, times in UTC. */
export const usageCsv = (rows: readonly UsageRow[]): string =>
  csvText([
    ['from', 'environment', 'environmentId', 'production', 'api', 'calls', 'counted', 'refused', 'failed'],
    ...rows.map((row) => [
      row.from,
      row.environment ?? '',
      row.environmentId ?? '',
      String(row.isProduction),
      row.api,
      row.calls,
      row.counted,
      row.refused,
      row.failed,
    ]),
  ]);

const TENTHS = 10;

/** A percent as it is shown: never rounded up to one that is not reached. */
export const shownPercent = (percent: number): number => Math.floor(percent * TENTHS) / TENTHS;

const BUDGET_HEADS = ['budget', 'budgetPeriod', 'budgetFrom', 'budgetUsed', 'budgetPercent', 'budgetProjected'];

/** The budget of a capability as columns of a CSV file; empty ones where there is none, or its first period is to come. */
const budgetColumns = (budgets: readonly BudgetState[], capability: string): readonly (string | number)[] => {
  const { budget = null, use = null } = budgets.find((each) => each.capability === capability) ?? {};
  return [
    budget?.amount ?? '',
    budget?.period ?? '',
    use?.from ?? '',
    use?.used ?? '',
    use === null ? '' : shownPercent(use.percent),
    use?.projected ?? '',
  ];
};

/** Months of the summary as CSV; how far a budget is used stands in the rows of the current month. */
export const monthsCsv = ({ asOf, months, budgets }: UsageSummary): string => {
  const now = asOf.slice(0, 'YYYY-MM'.length);
  const empty = BUDGET_HEADS.map(() => '');
  const current = months.filter(({ from }) => from.startsWith(now));
  const unused = budgets.filter(
    ({ budget, capability }) => budget !== null && !current.some((month) => month.capability === capability),
  );
  return csvText([
    ['month', 'capability', 'assessments', 'others', 'projected', ...BUDGET_HEADS],
    ...unused.map(({ capability }) => [now, capability, 0, 0, '', ...budgetColumns(budgets, capability)]),
    ...months.map(({ from, capability, assessments, others, projected }) => [
      from.slice(0, now.length),
      capability,
      assessments,
      others,
      projected ?? '',
      ...(from.startsWith(now) ? budgetColumns(budgets, capability) : empty),
    ]),
  ]);
};

/** The last twelve months as `2026-03`, newest first. */
export const monthsUpTo = (asOf: string): readonly string[] => {
  const now = new Date(asOf);
  return Array.from({ length: 12 }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
};

const AMOUNT_DIGITS = 4;
const GIGABYTE_DIGITS = 6;

/** What environments used in a month, with its costs and, of the current month, the budgets of the tenant, for those who charge it on. */
export const billedCsv = ({
  asOf,
  month,
  prices,
  rows,
  budgets,
}: Pick<Billing, 'asOf' | 'month' | 'prices' | 'rows' | 'budgets'>): string => {
  const told = asOf.startsWith(month) ? budgets : [];
  return csvText([
    [
      'month',
      'environment',
      'environmentId',
      'deleted',
      'production',
      'usage',
      'assessments',
      'others',
      'gigabytes',
      'currency',
      'cost',
      'shared',
      'total',
      ...BUDGET_HEADS.map((head) => `tenant${head.charAt(0).toUpperCase()}${head.slice(1)}`),
    ],
    ...rows.map(({ cost, ...row }) => [
      month,
      row.environment,
      row.environmentId,
      String(row.isDeleted),
      String(row.isProduction),
      row.part,
      row.assessments,
      row.others,
      row.gigabytes.toFixed(GIGABYTE_DIGITS),
      prices?.currency ?? '',
      cost?.used.toFixed(AMOUNT_DIGITS) ?? '',
      cost?.shared.toFixed(AMOUNT_DIGITS) ?? '',
      cost?.total.toFixed(AMOUNT_DIGITS) ?? '',
      ...budgetColumns(told, row.part),
    ]),
  ]);
};
