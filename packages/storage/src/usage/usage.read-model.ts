import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import { inEnvironments, type PublicCallRange, type PublicCallScope } from '../api-calls/public-call-scope.ts';
import type { Database } from '../database/database.ts';

/** Into how long parts usage is divided; parts begin on edges of UTC. */
export type UsageUnit = 'hour' | 'day' | 'month';

/** Calls of one address in one environment within a part of time. */
export type UsageRow = {
  readonly from: Date;
  /** Null where no environment was found. */
  readonly environmentId: Id | null;
  readonly path: string;
  /** First digit of the status: 2, 4 or 5 as a rule. */
  readonly statusClass: number;
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
    const rows = await trx
      .selectFrom('usage_hour')
      .select([
        sql<Date>`date_trunc(${sql.lit(unit)}, hour, 'UTC')`.as('from'),
        'environment_id',
        'path',
        'status_class',
        sql<number>`sum(calls)::bigint`.as('calls'),
      ])
      .where('tenant_id', '=', scope.tenantId)
      .where('hour', '>=', from)
      .where('hour', '<', to)
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
