import { sql, type SelectQueryBuilder } from 'kysely';
import { inEnvironments, type PublicCallRange, type PublicCallScope } from '../api-calls/public-call-scope.ts';
import type { Database, TenantTransaction } from '../database/database.ts';
import type { Schema } from '../schema/schema.ts';
import { timeBucket } from '../database/time-bucket.ts';
import { KEEP_PER_TENANT, type RefusedCall } from './refused-calls.ts';

/** Calls that failed alike: one code at one address. */
export type RefusedCallGroup = {
  readonly code: string;
  readonly status: number;
  readonly path: string;
  readonly count: number;
  readonly lastAt: Date;
  /** What the newest caller read. */
  readonly lastMessage: string;
};

export type RefusedCallSummary = {
  /** Most frequent first. */
  readonly groups: readonly RefusedCallGroup[];
  /** Counts over time, by index of the bucket; empty ones are left out. */
  readonly buckets: readonly {
    readonly index: number;
    readonly code: string;
    readonly path: string;
    readonly count: number;
  }[];
  /** When the oldest call of the tenant came that is kept, where older ones had to make room; null otherwise. */
  readonly keptSince: Date | null;
};

type Calls = SelectQueryBuilder<Schema, 'refused_call', object>;

const callsOf = (trx: TenantTransaction, scope: PublicCallScope, { from, to }: PublicCallRange): Calls =>
  trx
    .selectFrom('refused_call')
    .where('tenant_id', '=', scope.tenantId)
    .where('received_at', '>=', from)
    .where('received_at', '<', to)
    .where(inEnvironments(scope));

/** What was refused in a range, how often, and when. @param bucketMs length of the buckets, which begin at `from`. */
export const summariseRefusedCalls = (
  database: Database,
  scope: PublicCallScope,
  range: PublicCallRange,
  bucketMs: number,
  keepPerTenant = KEEP_PER_TENANT,
): Promise<RefusedCallSummary> =>
  database.readTenant(scope.tenantId, async (trx) => {
    const groups = await callsOf(trx, scope, range)
      .select(['code', 'status', 'path'])
      .select(({ fn }) => [
        fn.sum<number>('calls').as('count'),
        fn.max('received_at').as('last_at'),
        sql<string>`(array_agg(message order by call_id desc))[1]`.as('last_message'),
      ])
      .groupBy(['code', 'status', 'path'])
      .orderBy('count', 'desc')
      .orderBy('last_at', 'desc')
      .execute();
    const buckets = await callsOf(trx, scope, range)
      .select([timeBucket('received_at', range.from.getTime(), bucketMs).as('index'), 'code', 'path'])
      .select(({ fn }) => fn.sum<number>('calls').as('count'))
      .groupBy([sql`1`, 'code', 'path'])
      .execute();
    const kept = await trx
      .selectFrom('refused_call')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('received_at').as('oldest')])
      .where('tenant_id', '=', scope.tenantId)
      .executeTakeFirst();
    return {
      groups: groups.map(({ last_at, last_message, ...group }) => ({
        ...group,
        lastAt: last_at,
        lastMessage: last_message,
      })),
      buckets,
      keptSince: kept && kept.count >= keepPerTenant ? kept.oldest : null,
    };
  });

/** The newest calls that failed alike, newest first. */
export const listRefusedCalls = (
  database: Database,
  scope: PublicCallScope,
  range: PublicCallRange,
  { code, path, limit }: { readonly code: string; readonly path: string; readonly limit: number },
): Promise<readonly RefusedCall[]> =>
  database.readTenant(scope.tenantId, async (trx) => {
    const rows = await callsOf(trx, scope, range)
      .selectAll()
      .where('code', '=', code)
      .where('path', '=', path)
      .orderBy('call_id', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      tenantId: row.tenant_id,
      clientId: row.client_id,
      environmentId: row.environment_id,
      environmentReference: row.environment_reference,
      path: row.path,
      status: row.status,
      code: row.code,
      message: row.message,
      excerpt: row.excerpt,
      correlationId: row.correlation_id,
      receivedAtMs: row.received_at.getTime(),
    }));
  });
