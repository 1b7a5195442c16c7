import type {
  UsageApi,
  UsageDetails,
  UsageMonth,
  UsagePeriod,
  UsageResponse,
  UsageRow,
  UsageSummary,
  UsedApi,
} from '@redoubt/contracts';
import { allows } from '@redoubt/domain';
import { DAY_MS, HOUR_MS, type Id } from '@redoubt/kernel';
import type { UsageUnit } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { readBudgetStates } from './read-budgets.ts';
import {
  countedOf,
  monthStart,
  readApiUsage,
  responseOf,
  scopeBelow,
  USAGE_MONTHS,
  type ApiUsage,
  type UsageScope,
} from './read-api-usage.ts';

const DAYS: Readonly<Record<UsagePeriod, number>> = { '7d': 7, '30d': 30, '90d': 90, '12m': 365 };

/** Counted calls by month and capability. @param rows by month, of the months up to this one. */
export const monthsOf = (rows: readonly ApiUsage[], nowMs: number): readonly UsageMonth[] => {
  const thisMonthMs = monthStart(nowMs, 0).getTime();
  const share = (nowMs - thisMonthMs) / (monthStart(nowMs, -1).getTime() - thisMonthMs);
  const groups = Map.groupBy(rows, ({ from, used }) => `${from.toISOString()} ${used.capability}`);
  return [...groups.values()].flatMap((group): UsageMonth[] => {
    const [first] = group;
    if (first === undefined) return [];
    const sum = (isAssessing: boolean): number =>
      group.filter(({ used }) => used.isAssessment === isAssessing).reduce((all, row) => all + countedOf(row), 0);
    const { capability } = first.used;
    const assessments = sum(true);
    return [
      {
        from: first.from.toISOString(),
        capability,
        assessments,
        others: sum(false),
        projected: first.from.getTime() === thisMonthMs && share > 0 ? Math.round(assessments / share) : null,
      },
    ];
  });
};

/** Counted calls by month and capability over the last twelve months, with the environments below. */
export const getUsageSummary = async (context: EnvironmentContext, apis: readonly UsedApi[]): Promise<UsageSummary> => {
  const nowMs = context.clock.now();
  const range = { from: monthStart(nowMs, USAGE_MONTHS - 1), to: new Date(nowMs + HOUR_MS) };
  const { rows, hasProduction } = await readApiUsage(context, scopeBelow(context), apis, range, 'month');
  const { environmentId } = context;
  return {
    asOf: new Date(nowMs).toISOString(),
    hasProduction,
    months: [...monthsOf(rows, nowMs)],
    budgets: [...(await readBudgetStates(context, apis, { environmentId, isSeen: true, nowMs }))],
    canWriteBudgets: allows(context.capabilities, 'adminBilling:write'),
  };
};

export type DetailsAsked = {
  readonly period: UsagePeriod;
  readonly unit: 'hour' | 'day';
  readonly api?: UsageApi | undefined;
  readonly response?: UsageResponse | undefined;
};

/** Calls by part of time, environment and API; hours are given for a week, days for a quarter, months for a year. */
export const usageDetailsIn = async (
  context: EnvironmentContext,
  scope: UsageScope,
  apis: readonly UsedApi[],
  { period, unit: asked, api, response }: DetailsAsked,
): Promise<UsageDetails> => {
  const nowMs = context.clock.now();
  const unit: UsageUnit = period === '12m' ? 'month' : asked === 'hour' && period === '7d' ? 'hour' : 'day';
  const to = new Date((Math.floor(nowMs / HOUR_MS) + 1) * HOUR_MS);
  const from =
    unit === 'month'
      ? monthStart(nowMs, USAGE_MONTHS - 1)
      : new Date((Math.floor(nowMs / DAY_MS) - DAYS[period] + 1) * DAY_MS);
  const { rows, isCut } = await readApiUsage(context, scope, apis, { from, to }, unit);
  const wanted = rows.filter(
    (row) => (api === undefined || row.used.api === api) && (response === undefined || responseOf(row) === response),
  );
  const place = (row: ApiUsage): string => `${row.from.toISOString()} ${row.environmentId ?? ''} ${row.used.api}`;
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    asOf: new Date(nowMs).toISOString(),
    unit,
    isCut,
    rows: [...Map.groupBy(wanted, place).values()].flatMap((group): UsageRow[] => {
      const [first] = group;
      if (first === undefined) return [];
      const sum = (which: (row: ApiUsage) => boolean): number =>
        group.filter(which).reduce((all, { calls }) => all + calls, 0);
      const environmentId: Id | null = first.environmentId;
      return [
        {
          from: first.from.toISOString(),
          environmentId,
          environment: first.environment,
          isProduction: first.isProduction,
          api: first.used.api,
          calls: sum(() => true),
          counted: group.reduce((all, row) => all + countedOf(row), 0),
          refused: sum((row) => responseOf(row) === 'refused'),
          failed: sum((row) => responseOf(row) === 'failed'),
        },
      ];
    }),
  };
};

/** The same of an environment with those below it. */
export const getUsageDetails = (
  context: EnvironmentContext,
  apis: readonly UsedApi[],
  asked: DetailsAsked,
): Promise<UsageDetails> => usageDetailsIn(context, scopeBelow(context), apis, asked);
