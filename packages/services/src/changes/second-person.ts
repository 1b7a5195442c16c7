import { fail } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { isApprovalRequired, type TenantTransaction } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';

/** Whether an environment asks for a second person. */
type Requirement = (trx: TenantTransaction, environmentId: Id) => Promise<boolean>;

/**
 * Says that the command changes what decides in its environment. Every command that does calls it, in its transaction and
 * before it ends: where a second person approves such changes, the change becomes a request instead. Throws
 * CHANGE-APPROVAL-REQUIRED for a caller who cannot leave one, such as the command line.
 *
 * @param requirement where something else than the approval of published changes asks for the second person.
 */
export const requireSecondPerson = async (
  trx: TenantTransaction,
  { changes, environmentId }: EnvironmentContext,
  requirement: Requirement = isApprovalRequired,
): Promise<void> => {
  if (!(await requirement(trx, environmentId))) return;
  if (!changes) throw fail('CHANGE-APPROVAL-REQUIRED');
  changes.requireSecondPerson();
};
