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
import { withDescendants } from '@redoubt/domain';
import { DAY_MS, HOUR_MS, type Id } from '@redoubt/kernel';
import {
  listEnvironments,
  readUsage,
  type PublicCallRange,
  type UsageUnit,
  type UsageRow as StoredRow,
} from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { usedApis } from './used-apis.ts';
import { reading } from '../unit-of-work.ts';

const MONTHS = 12;
/** Rows read for one answer: a year of days of some environments, or a week of hours. */
const MAX_ROWS = 20_000;
const DAYS: Readonly<Record<UsagePeriod, number>> = { '7d': 7, '30d': 30, '90d': 90, '12m': 365 };

/** Calls of an API with the environment they went to. */
type Told = Omit<StoredRow, 'path'> & {
  readonly used: UsedApi;
  readonly environment: string | null;
  readonly isProduction: boolean;
};

const monthStart = (nowMs: number, back: number): Date => {
  const now = new Date(nowMs);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1));
};

const responseOf = ({ statusClass }: Pick<Told, 'statusClass'>): UsageResponse =>
  statusClass < 4 ? 'accepted' : statusClass < 5 ? 'refused' : 'failed';

/** 2xx and 4xx count, in production; our own failures never do. */
const countedOf = (row: Told): number => (row.isProduction && responseOf(row) !== 'failed' ? row.calls : 0);

const read = async (
  context: EnvironmentContext,
  apis: readonly UsedApi[],
  range: PublicCallRange,
  unit: UsageUnit,
): Promise<{ readonly rows: readonly Told[]; readonly hasProduction: boolean; readonly isCut: boolean }> => {
  const { database, tenantId, environmentId } = context;
  const all = await reading(context, listEnvironments);
  const byId = new Map(all.map((environment) => [environment.id, environment]));
  // What was used stays known after an environment is gone.
  const environmentIds = withDescendants(environmentId, all);
  const includeUnknown = byId.get(environmentId)?.parentId === null;
  const usedOf = usedApis(apis);
  const stored = await readUsage(database, { tenantId, environmentIds, includeUnknown }, range, unit, MAX_ROWS);
  const told = stored.flatMap(({ path, ...row }): Told[] => {
    const used = usedOf(path);
    if (used === undefined) return [];
    const environment = byId.get(row.environmentId ?? '');
    return [
      {
        ...row,
        used,
        environment: environment ? (environment.friendlyName ?? environment.name) : null,
        isProduction: environment?.kind === 'Production',
      },
    ];
  });
  return {
    rows: told,
    hasProduction: environmentIds.some((id) => byId.get(id)?.kind === 'Production'),
    isCut: stored.length === MAX_ROWS,
  };
};

/** Counted calls by month and capability over the last twelve months, with the environments below. */
export const getUsageSummary = async (context: EnvironmentContext, apis: readonly UsedApi[]): Promise<UsageSummary> => {
  const nowMs = context.clock.now();
  const range = { from: monthStart(nowMs, MONTHS - 1), to: new Date(nowMs + HOUR_MS) };
  const { rows, hasProduction } = await read(context, apis, range, 'month');
  const thisMonthMs = monthStart(nowMs, 0).getTime();
  const share = (nowMs - thisMonthMs) / (monthStart(nowMs, -1).getTime() - thisMonthMs);
  const groups = Map.groupBy(rows, ({ from, used }) => `${from.toISOString()} ${used.capability}`);
  const months = [...groups.values()].flatMap((group): UsageMonth[] => {
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
  return { asOf: new Date(nowMs).toISOString(), hasProduction, months };
};

type DetailsAsked = {
  readonly period: UsagePeriod;
  readonly unit: 'hour' | 'day';
  readonly api?: UsageApi | undefined;
  readonly response?: UsageResponse | undefined;
};

/** Calls by part of time, environment and API; hours are told for a week, days for a quarter, months for a year. */
export const getUsageDetails = async (
  context: EnvironmentContext,
  apis: readonly UsedApi[],
  { period, unit: asked, api, response }: DetailsAsked,
): Promise<UsageDetails> => {
  const nowMs = context.clock.now();
  const unit: UsageUnit = period === '12m' ? 'month' : asked === 'hour' && period === '7d' ? 'hour' : 'day';
  const to = new Date((Math.floor(nowMs / HOUR_MS) + 1) * HOUR_MS);
  const from =
    unit === 'month'
      ? monthStart(nowMs, MONTHS - 1)
      : new Date((Math.floor(nowMs / DAY_MS) - DAYS[period] + 1) * DAY_MS);
  const { rows, isCut } = await read(context, apis, { from, to }, unit);
  const wanted = rows.filter(
    (row) => (api === undefined || row.used.api === api) && (response === undefined || responseOf(row) === response),
  );
  const place = (row: Told): string => `${row.from.toISOString()} ${row.environmentId ?? ''} ${row.used.api}`;
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    asOf: new Date(nowMs).toISOString(),
    unit,
    isCut,
    rows: [...Map.groupBy(wanted, place).values()].flatMap((group): UsageRow[] => {
      const [first] = group;
      if (first === undefined) return [];
      const sum = (which: (row: Told) => boolean): number =>
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
