import { invariant, isAppError, type AppError, type Id } from '@redoubt/kernel';
import { withSavepoint, type Database, type TenantTransaction } from '@redoubt/storage';
import type { ChangeRecorder } from './change-recorder.ts';

/** A transaction that several commands share: each sees what the ones before it wrote. */
export type UnitOfWork = {
  readonly tenantId: Id;
  readonly trx: TenantTransaction;
  /** Records what the commands do; what one of them takes back, by throwing, is taken back alone. */
  readonly recorder?: ChangeRecorder;
  /** Takes checks that look at what all commands together come to; each command is looked at alone where absent. */
  readonly deferred?: DeferredChecks | undefined;
};

/**
 * Checks that wait until every command of a transaction is done, as deferred constraints of a database do. What shares the
 * transaction runs them before it commits.
 */
export class DeferredChecks {
  readonly #checks: (() => Promise<unknown>)[] = [];

  add(check: () => Promise<unknown>): void {
    this.#checks.push(check);
  }

  /** Runs every check, and gives what was refused. */
  async run(): Promise<readonly AppError[]> {
    const refused: AppError[] = [];
    for (const check of this.#checks) {
      try {
        // oxlint-disable-next-line eslint/no-await-in-loop -- they read in one transaction
        await check();
      } catch (error) {
        if (!isAppError(error)) throw error;
        refused.push(error);
      }
    }
    return refused;
  }
}

/** Where transactions run; part of every context. */
export type TransactionScope = {
  readonly database: Database;
  readonly tenantId: Id;
  /** The transaction that runs already, where commands share one; each runs its own where absent. */
  readonly unitOfWork?: UnitOfWork | undefined;
};

const sharedBy = ({ unitOfWork, tenantId }: TransactionScope): UnitOfWork | undefined => {
  invariant(!unitOfWork || unitOfWork.tenantId === tenantId, 'a unit of work stays in its tenant');
  return unitOfWork;
};

/** Runs `work` in a transaction that sees the tenant of the context; a context that shares one joins that. */
export const inTransaction = async <T>(
  scope: TransactionScope,
  work: (trx: TenantTransaction) => Promise<T>,
): Promise<T> => {
  const shared = sharedBy(scope);
  if (!shared) return scope.database.inTenant(scope.tenantId, work);
  const { trx, recorder } = shared;
  if (!recorder) return work(trx);
  const mark = recorder.mark();
  try {
    return await withSavepoint(trx, () => work(trx));
  } catch (error) {
    recorder.reset(mark);
    throw error;
  }
};

/**
 * The same, read only, on the pool of search and reports; within a shared transaction it reads what that has written.
 */
export const reading = async <T>(scope: TransactionScope, work: (trx: TenantTransaction) => Promise<T>): Promise<T> => {
  const shared = sharedBy(scope);
  return shared ? work(shared.trx) : scope.database.readTenant(scope.tenantId, work);
};

/** The context of commands that share a transaction which runs already. With `deferred` their guards wait for its end. */
export const within = <C extends TransactionScope>(
  context: C,
  trx: TenantTransaction,
  deferred?: DeferredChecks,
): C => ({
  ...context,
  unitOfWork: { tenantId: context.tenantId, trx, deferred },
});

/**
 * Keeps a change from breaking what reads the changed thing.
 *
 * @param alone looks at the change before it is made.
 * @param together looks at what all changes came to, where they share a transaction that checks at its end: something
 *   that goes may have come back by then, and its readers may have gone too.
 */
export const guard = async <T>(
  { unitOfWork }: TransactionScope,
  alone: () => Promise<T>,
  together: () => Promise<unknown>,
): Promise<T | null> => {
  if (!unitOfWork?.deferred) return alone();
  unitOfWork.deferred.add(together);
  return null;
};

/** Refuses that something goes which others read, unless another change of the same transaction brings it back. */
export const guardReaders = async (
  scope: TransactionScope,
  refuse: () => Promise<void>,
  isThere: () => Promise<boolean>,
): Promise<void> => {
  await guard(scope, refuse, async () => {
    if (!(await isThere())) await refuse();
  });
};

/** The same, with commands that tell a recorder what they do. */
export const recordedWithin = <C extends TransactionScope>(
  context: C,
  trx: TenantTransaction,
  changes: ChangeRecorder,
): C & { readonly changes: ChangeRecorder } => ({
  ...context,
  changes,
  unitOfWork: { tenantId: context.tenantId, trx, recorder: changes },
});
