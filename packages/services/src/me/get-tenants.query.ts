import type { MyTenants } from '@redoubt/contracts';
import { isKnownUser } from '@redoubt/storage';
import type { ServiceContext } from '../context.ts';
import { inTransaction } from '../unit-of-work.ts';

/**
 * Tenants of this installation a person can switch to: set up, and either they have been there or hold a role that was
 * given to them there. Each is asked for itself, under its own row-level security; only the name is answered.
 */
export const getMyTenants = async (
  context: ServiceContext,
  { username }: { readonly username: string },
): Promise<MyTenants> => {
  const at = new Date(context.clock.now());
  const all = await context.database.listTenants();
  const known = await Promise.all(
    all.map(async ({ tenantId, name }) => {
      const isCurrent = tenantId === context.tenantId;
      const isOpen =
        isCurrent || (await inTransaction({ ...context, tenantId }, (trx) => isKnownUser(trx, username, at)));
      return isOpen ? [{ id: tenantId, name, isCurrent }] : [];
    }),
  );
  return { tenants: known.flat() };
};
