import { withDescendants, type EnvironmentLink } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { listMaskingEnvironments, type TenantTransaction } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';

/** Environments of whose events personal fields are masked for those who do not need them: that say so, and all below them. */
export const maskedEnvironmentsOf = async (
  trx: TenantTransaction,
  environments: readonly EnvironmentLink[],
): Promise<ReadonlySet<Id>> =>
  new Set((await listMaskingEnvironments(trx)).flatMap((id) => withDescendants(id, environments)));

/** Whether the caller sees masks in events of an environment. */
export const seesMasks = (
  { maskedEnvironments }: Pick<EnvironmentContext, 'maskedEnvironments'>,
  environmentId: Id,
): boolean => maskedEnvironments?.has(environmentId) ?? false;
