import type { Id } from '@redoubt/kernel';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
} from 'kysely';
import type { Database, TenantTransaction } from '../database/database.ts';

/** The statements that some work sends, where the database answers nothing. */
export const statementsOf = async (
  work: (trx: TenantTransaction) => Promise<unknown>,
): Promise<readonly CompiledQuery[]> => {
  const sent: CompiledQuery[] = [];
  const silent = new Kysely<never>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void sent.push(query),
  });
  await work(silent as unknown as TenantTransaction);
  return sent;
};

/** Plans of the statements as the runtime role sees them. */
export const plansOf = (
  database: Database,
  tenantId: Id,
  statements: readonly CompiledQuery[],
): Promise<readonly string[]> =>
  database.inTenant(tenantId, async (trx) => {
    const plans: string[] = [];
    for (const statement of statements) {
      const explained = { ...statement, sql: `explain (analyze, buffers off) ${statement.sql}` };
      const { rows } = await trx.executeQuery<Record<string, string>>(explained);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    return plans;
  });
