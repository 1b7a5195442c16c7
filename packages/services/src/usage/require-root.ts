import { fail } from '@redoubt/domain';
import { listEnvironments, type TenantTransaction } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { rootOf } from '../environments/root-of.ts';

/** Settings of billing belong to the tenant. Returns the name of the root. Throws BILLING-NOT-ROOT. */
export const requireRoot = async (
  trx: TenantTransaction,
  { environmentId }: Pick<EnvironmentContext, 'environmentId'>,
): Promise<string> => {
  const environments = await listEnvironments(trx);
  const rootId = rootOf(environments, environmentId);
  const name = environments.find(({ id }) => id === rootId)?.name ?? rootId;
  if (rootId !== environmentId) throw fail('BILLING-NOT-ROOT', { name });
  return name;
};
