import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import { inEnvironments, type PublicCallRange, type PublicCallScope } from '../api-calls/public-call-scope.ts';
import type { Database } from '../database/database.ts';
import { COUNTED_SET } from './upload-usage.repository.ts';

/** Into how long parts usage is divided; parts begin on edges of UTC. */
export type UsageUnit = 'hour' | 'day' | 'month';

/** Calls of one address, or transactions of files, in one environment within a part of time. */
export type UsageRow = {
  readonly from: Date;
  /** Null where no environment was found. */
  readonly environmentId: Id | null;
  /** An address, or the data set of files. */
  readonly path: string;
  /** First digit of the status: 2, 4 or 5 as a rule. */
  readonly statusClass: number;
  readonly calls: number;
};

type UsedHour = {
  readonly environment_id: Id | null;
  readonly hour: Date;
  readonly path: string;
  readonly status_class: number;
  readonly calls: number;
};

/** Usage in a range, newest first. @param limit rows at most, the newest. */
export const readUsage = (
  database: Database,
  scope: PublicCallScope,
  { from, to }: PublicCallRange,
  unit: UsageUnit,
  limit: number,
): Promise<readonly UsageRow[]> =>
  database.readTenant(scope.tenantId, async (trx) => {
    const used = sql<UsedHour>`(
      select environment_id, hour, path, status_class, calls from usage_hour
       where tenant_id = ${scope.tenantId} and hour >= ${from} and hour < ${to}
       union all
      select environment_id, hour, ${COUNTED_SET}, 2, transactions from usage_upload
       where tenant_id = ${scope.tenantId} and hour >= ${from} and hour < ${to})`.as('used');
    const rows = await trx
      .selectFrom(used)
      .select([
        sql<Date>`date_trunc(${sql.lit(unit)}, hour, 'UTC')`.as('from'),
        'environment_id',
        'path',
        'status_class',
        sql<number>`sum(calls)::bigint`.as('calls'),
      ])
      .where(inEnvironments(scope))
      .groupBy([sql`1`, 'environment_id', 'path', 'status_class'])
      .orderBy(sql`1`, 'desc')
      .orderBy('environment_id')
      .orderBy('path')
      .orderBy('status_class')
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      from: row.from,
      environmentId: row.environment_id,
      path: row.path,
      statusClass: row.status_class,
      calls: row.calls,
    }));
  });
