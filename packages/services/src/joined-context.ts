import { invariant } from '@redoubt/kernel';
import type { Database, TenantTransaction } from '@redoubt/storage';
import type { EnvironmentContext } from './context.ts';

/**
 * A context whose commands take part in a transaction that runs already, each seeing what the ones before it wrote, and
 * whose references are checked when all are done.
 */
export const joinedContext = (context: EnvironmentContext, trx: TenantTransaction): EnvironmentContext => {
  const join: Database['inTenant'] = (tenantId, work) => {
    invariant(tenantId === context.tenantId, 'a joined context stays in its tenant');
    return work(trx);
  };
  return {
    ...context,
    database: { ...context.database, inTenant: join, readTenant: join },
    referencesAreCheckedAfterwards: true,
  };
};
