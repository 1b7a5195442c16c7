import { isInForce, rolesAnywhere } from '@redoubt/domain';
import type { ApplicationDirectory } from '@redoubt/identity';
import { isGuid, type Clock, type Id } from '@redoubt/kernel';
import { hashSecret, isSlowHash, matchesSecret } from '@redoubt/services';
import {
  findApplication,
  replaceSecretHash,
  consumeAssertion,
  type Database,
  type StoredCredential,
} from '@redoubt/storage';
import type { TenantNames } from './settings/tenant-names.ts';

/** Read where there is nothing to read, so that an unknown id costs what a known one does. */
const NO_ID: Id = '00000000-0000-0000-0000-000000000000';

/** The applications on record, as the token endpoints ask for them. */
export const createApplicationDirectory = (
  database: Database,
  names: TenantNames,
  clock: Clock,
): ApplicationDirectory => {
  const noHash = hashSecret('');

  /** A secret whose slow hash of an earlier release is right gets a quick one. */
  const matches = async (tenantId: Id, { id, value }: StoredCredential, secret: string): Promise<boolean> => {
    if (!(await matchesSecret(secret, value))) return false;
    if (isSlowHash(value)) {
      await database.inTenant(tenantId, (trx) => replaceSecretHash(trx, id, { from: value, to: hashSecret(secret) }));
    }
    return true;
  };

  return {
    find: async (clientId, tenant) => {
      const tenantId = (await names.find(tenant)) ?? NO_ID;
      const wanted = isGuid(clientId) ? clientId.toLowerCase() : NO_ID;
      const application = await database.inTenant(tenantId, (trx) => findApplication(trx, wanted));
      if (application === undefined || application.revoked !== null) return undefined;
      const inForce = application.credentials.filter(({ notBefore, notAfter }) =>
        isInForce({ notBeforeMs: notBefore.getTime(), notAfterMs: notAfter?.getTime() ?? null }, clock.now()),
      );
      const secrets = inForce.filter(({ kind }) => kind === 'Secret');
      return {
        clientId: application.clientId,
        tenantId,
        tenantNames: names.domainsOf(tenantId),
        apiRoles: rolesAnywhere(application.grants),
        certificates: inForce.filter(({ kind }) => kind === 'Certificate').map(({ value }) => value),
        verifySecret: async (secret) => {
          const answers = await Promise.all(secrets.map((credential) => matches(tenantId, credential, secret)));
          return answers.includes(true);
        },
      };
    },
    findTenant: names.find,
    verifyNoSecret: async (secret) => {
      await matchesSecret(secret, noHash);
      return false;
    },
    spend: ({ tenantId, clientId, id, expiresAtMs }) =>
      database.inTenant(tenantId, (trx) =>
        consumeAssertion(trx, tenantId, { clientId, id, expiresAt: new Date(expiresAtMs) }, new Date(clock.now())),
      ),
  };
};
