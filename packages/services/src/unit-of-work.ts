import { invariant, type Id } from '@redoubt/kernel';
import { withSavepoint, type Database, type TenantTransaction } from '@redoubt/storage';
import type { ChangeRecorder } from './change-recorder.ts';

/** A transaction that several commands share: each sees what the ones before it wrote. */
export type UnitOfWork = {
  readonly tenantId: Id;
  readonly run: <T>(work: (trx: TenantTransaction) => Promise<T>) => Promise<T>;
  readonly read: <T>(work: (trx: TenantTransaction) => Promise<T>) => Promise<T>;
};

/** Where transactions run; part of every context. */
export type TransactionScope = {
  readonly database: Database;
  readonly tenantId: Id;
  /** The transaction that runs already, where commands share one; each runs its own where absent. */
  readonly unitOfWork?: UnitOfWork | undefined;
};

/** Runs `work` in a transaction that sees the tenant of the context; a context that shares one joins that. */
export const inTransaction = <T>(
  { database, tenantId, unitOfWork }: TransactionScope,
  work: (trx: TenantTransaction) => Promise<T>,
): Promise<T> => {
  if (!unitOfWork) return database.inTenant(tenantId, work);
  invariant(unitOfWork.tenantId === tenantId, 'a unit of work stays in its tenant');
  return unitOfWork.run(work);
};

/**
 * The same, read only, on the pool of search and reports; within a shared transaction it reads what that has written.
 */
export const reading = <T>(
  { database, tenantId, unitOfWork }: TransactionScope,
  work: (trx: TenantTransaction) => Promise<T>,
): Promise<T> => {
  if (!unitOfWork) return database.readTenant(tenantId, work);
  invariant(unitOfWork.tenantId === tenantId, 'a unit of work stays in its tenant');
  return unitOfWork.read(work);
};

/** The context of commands that share a transaction which runs already. */
export const within = <C extends TransactionScope>(context: C, trx: TenantTransaction): C => ({
  ...context,
  unitOfWork: { tenantId: context.tenantId, run: (work) => work(trx), read: (work) => work(trx) },
});

/**
 * A shared transaction whose commands tell a recorder what they do. What one of them takes back, by throwing, is taken
 * back alone.
 */
export const recordedWithin = <C extends TransactionScope>(
  context: C,
  trx: TenantTransaction,
  changes: ChangeRecorder,
): C & { readonly changes: ChangeRecorder } => ({
  ...context,
  changes,
  unitOfWork: {
    tenantId: context.tenantId,
    run: async (work) => {
      const mark = changes.mark();
      try {
        return await withSavepoint(trx, () => work(trx));
      } catch (error) {
        changes.reset(mark);
        throw error;
      }
    },
    read: (work) => work(trx),
  },
});
