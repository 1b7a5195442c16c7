import { invariant } from '@redoubt/kernel';
import { withSavepoint, type Database, type TenantTransaction } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import type { ChangeRecorder } from '../change-recorder.ts';

/**
 * A context whose commands take part in a transaction that runs already and tell a recorder what they do. What one of them
 * takes back, by throwing, is taken back alone.
 */
export const recordedContext = (
  context: EnvironmentContext,
  trx: TenantTransaction,
  changes: ChangeRecorder,
): EnvironmentContext => {
  const join: Database['inTenant'] = async (tenantId, work) => {
    invariant(tenantId === context.tenantId, 'a recorded context stays in its tenant');
    const mark = changes.mark();
    try {
      return await withSavepoint(trx, () => work(trx));
    } catch (error) {
      changes.reset(mark);
      throw error;
    }
  };
  const read: Database['readTenant'] = (tenantId, work) => {
    invariant(tenantId === context.tenantId, 'a recorded context stays in its tenant');
    return work(trx);
  };
  return { ...context, database: { ...context.database, inTenant: join, readTenant: read }, changes };
};
