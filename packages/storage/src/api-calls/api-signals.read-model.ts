import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { inEnvironments, type PublicCallScope } from './public-call-scope.ts';

/** What the calls of one address tell about an integration. */
export type ApiSignal = {
  readonly path: string;
  /** The oldest minute that is kept in which a call was accepted; null without one. */
  readonly firstAcceptedAt: Date | null;
  readonly lastAcceptedAt: Date | null;
  /** Calls since the moment asked for, and those among them that were refused or failed. */
  readonly calls: number;
  readonly errors: number;
};

/** Signals of every address that was ever called, as far back as counts are kept. */
export const readApiSignals = (
  database: Database,
  scope: PublicCallScope,
  since: Date,
): Promise<readonly ApiSignal[]> =>
  database.readTenant(scope.tenantId, async (trx) => {
    const rows = await trx
      .selectFrom('api_call')
      .select('path')
      .select([
        sql<Date | null>`min(minute) filter (where status < 300)`.as('first'),
        sql<Date | null>`max(minute) filter (where status < 300)`.as('last'),
        sql<number>`coalesce(sum(calls) filter (where minute >= ${since}), 0)::int`.as('calls'),
        sql<number>`coalesce(sum(calls) filter (where minute >= ${since} and status >= 400), 0)::int`.as('errors'),
      ])
      .where('tenant_id', '=', scope.tenantId)
      .where(inEnvironments(scope))
      .groupBy('path')
      .execute();
    return rows.map(({ path, first, last, calls, errors }) => ({
      path,
      firstAcceptedAt: first,
      lastAcceptedAt: last,
      calls,
      errors,
    }));
  });
