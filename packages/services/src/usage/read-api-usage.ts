import type { UsageResponse, UsedApi } from '@redoubt/contracts';
import { withDescendants } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  listEnvironments,
  readUsage,
  type EnvironmentRecord,
  type PublicCallRange,
  type UsageRow as StoredRow,
  type UsageUnit,
} from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { reading, type TransactionScope } from '../unit-of-work.ts';
import { usedApis } from './used-apis.ts';

/** How far back usage is listed by month. */
export const USAGE_MONTHS = 12;
/** Rows read for one answer: a year of days of some environments, or a week of hours. */
const MAX_ROWS = 20_000;

/** Calls of an API with the environment they went to. */
export type ApiUsage = Omit<StoredRow, 'path'> & {
  readonly used: UsedApi;
  readonly environment: string | null;
  readonly isProduction: boolean;
};

/** Whose usage is read. */
export type UsageScope = (all: readonly EnvironmentRecord[]) => {
  readonly environmentIds: readonly Id[];
  /** Whether calls count that no environment was found for. */
  readonly includeUnknown: boolean;
};

/** An environment with those below it. */
export const scopeBelow =
  ({ environmentId }: Pick<EnvironmentContext, 'environmentId'>): UsageScope =>
  (all) => ({
    environmentIds: withDescendants(environmentId, all),
    includeUnknown: all.find(({ id }) => id === environmentId)?.parentId === null,
  });

/** The first moment of the month so many months ago, in UTC. */
export const monthStart = (nowMs: number, back: number): Date => {
  const now = new Date(nowMs);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1));
};

export const responseOf = ({ statusClass }: Pick<ApiUsage, 'statusClass'>): UsageResponse =>
  statusClass < 4 ? 'accepted' : statusClass < 5 ? 'refused' : 'failed';

/** 2xx and 4xx count, in production; our own failures never do. */
export const countedOf = (row: ApiUsage): number => (row.isProduction && responseOf(row) !== 'failed' ? row.calls : 0);

/** Calls of public APIs in a range. What was used stays known after an environment is gone. */
export const readApiUsage = async (
  context: TransactionScope,
  scope: UsageScope,
  apis: readonly UsedApi[],
  range: PublicCallRange,
  unit: UsageUnit,
): Promise<{ readonly rows: readonly ApiUsage[]; readonly hasProduction: boolean; readonly isCut: boolean }> => {
  const { database, tenantId } = context;
  const all = await reading(context, listEnvironments);
  const byId = new Map(all.map((environment) => [environment.id, environment]));
  const { environmentIds, includeUnknown } = scope(all);
  const usedOf = usedApis(apis);
  const stored = await readUsage(database, { tenantId, environmentIds, includeUnknown }, range, unit, MAX_ROWS);
  const rows = stored.flatMap(({ path, ...row }): ApiUsage[] => {
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
    rows,
    hasProduction: environmentIds.some((id) => byId.get(id)?.kind === 'Production'),
    isCut: stored.length === MAX_ROWS,
  };
};
