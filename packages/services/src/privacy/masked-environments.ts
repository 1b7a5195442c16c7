import { withDescendants, type EnvironmentLink } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { listEnvironments, listMaskingEnvironments, type TenantTransaction } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { reading, type TransactionScope } from '../unit-of-work.ts';

/** Environments of whose events personal fields are masked for those who do not need them: that say so, and all below them. */
export const maskedEnvironmentsOf = async (
  trx: TenantTransaction,
  environments: readonly EnvironmentLink[],
): Promise<ReadonlySet<Id>> =>
  new Set((await listMaskingEnvironments(trx)).flatMap((id) => withDescendants(id, environments)));

/** The same for a caller without a person, such as an application. */
export const readMaskedEnvironments = (scope: TransactionScope): Promise<ReadonlySet<Id>> =>
  reading(scope, async (trx) => maskedEnvironmentsOf(trx, await listEnvironments(trx)));

/** Whether the caller sees masks in events of an environment. */
export const seesMasks = (
  { maskedEnvironments }: Pick<EnvironmentContext, 'maskedEnvironments'>,
  environmentId: Id,
): boolean => maskedEnvironments?.has(environmentId) ?? false;
