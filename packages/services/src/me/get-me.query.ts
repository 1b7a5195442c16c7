import type { Me } from '@redoubt/contracts';
import { directoryRolesOf, fail, maySetUpTenant, rolesOf } from '@redoubt/domain';
import type { Json } from '@redoubt/kernel';
import { findUserSettings } from '@redoubt/storage';
import { loadPersonAccess, type AccessibleEnvironment, type SignedInPerson } from '../access/person-access.ts';
import type { ServiceContext } from '../context.ts';

/** The answer of `me.get` without what the server adds: build facts, and settings read through their schema. */
export type MeAnswer = Omit<Me, 'build' | 'settings'> & { readonly storedSettings: Json | undefined };

const summaryOf = (environment: AccessibleEnvironment): Me['environments'][number] => ({
  id: environment.id,
  name: environment.friendlyName ?? environment.name,
  status: environment.status,
  statusReason: environment.statusReason,
  parentId: environment.parentId,
  customerApiId: environment.customerApiId,
  geography: environment.geography,
  kind: environment.kind,
  tags: [...environment.tags],
  deviceFingerprintingId: environment.deviceFingerprintingId,
  hasAccess: environment.hasAccess,
  roles: [...environment.roles],
  capabilities: environment.capabilities,
});

/**
 * The signed-in person with tenant and environments. Throws AUTH-NO-ROLE for somebody who holds nothing anywhere; one
 * whose rights open no Active environment still gets an answer, and the console says so.
 */
export const getMe = async (
  context: ServiceContext,
  person: SignedInPerson & { readonly name: string; readonly username: string },
): Promise<MeAnswer> => {
  const at = new Date(context.clock.now());
  const { access, storedSettings } = await context.database.inTenant(context.tenantId, async (trx) => ({
    access: await loadPersonAccess(trx, person, at),
    storedSettings: await findUserSettings(trx, person.userId),
  }));
  const { tenant, environments } = access;
  const tenantRoles = rolesOf(person.roles, tenant.edition);
  const holdsSomething = tenantRoles.length > 0 || environments.some(({ hasAccess }) => hasAccess);
  if (!holdsSomething && !maySetUpTenant(directoryRolesOf(person.wids))) throw fail('AUTH-NO-ROLE');
  return {
    user: { id: person.userId, name: person.name, username: person.username },
    tenant: {
      id: tenant.tenantId,
      name: tenant.name,
      edition: tenant.edition,
      assignedRoles: [...rolesOf([...tenantRoles, ...environments.flatMap(({ roles }) => roles)], tenant.edition)],
    },
    environments: environments.map(summaryOf),
    storedSettings,
  };
};
