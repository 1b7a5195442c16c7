import { isInForce, rolesAnywhere } from '@redoubt/domain';
import type { ApplicationDirectory } from '@redoubt/identity';
import { isGuid, type Clock } from '@redoubt/kernel';
import { matchesSecret } from '@redoubt/services';
import { findApplication, spendAssertion, type Database } from '@redoubt/storage';

/** The applications on record, as the token endpoints ask for them. */
export const createApplicationDirectory = (database: Database, clock: Clock): ApplicationDirectory => ({
  find: async (clientId, tenant) => {
    if (!isGuid(clientId)) return undefined;
    const tenantId = tenant.toLowerCase();
    if (!(await database.listTenants()).some((known) => known.tenantId === tenantId)) return undefined;
    const application = await database.inTenant(tenantId, (trx) => findApplication(trx, clientId.toLowerCase()));
    if (application === undefined || application.revoked !== null) return undefined;
    const inForce = application.credentials.filter(({ notBefore, notAfter }) =>
      isInForce({ notBeforeMs: notBefore.getTime(), notAfterMs: notAfter?.getTime() ?? null }, clock.now()),
    );
    const valuesOf = (kind: 'Secret' | 'Certificate') =>
      inForce.filter((credential) => credential.kind === kind).map(({ value }) => value);
    return {
      clientId: application.clientId,
      tenantId,
      apiRoles: rolesAnywhere(application.grants),
      certificates: valuesOf('Certificate'),
      verifySecret: async (secret) => {
        const matches = await Promise.all(valuesOf('Secret').map((hash) => matchesSecret(secret, hash)));
        return matches.includes(true);
      },
    };
  },
  spend: ({ tenantId, clientId, id, expiresAtMs }) =>
    database.inTenant(tenantId, (trx) =>
      spendAssertion(trx, tenantId, { clientId, id, expiresAt: new Date(expiresAtMs) }, new Date(clock.now())),
    ),
});
