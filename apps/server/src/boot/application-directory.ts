import type { ApplicationDirectory } from '@redoubt/identity';
import { matchesSecret } from '@redoubt/services';
import { findApplication, type Database } from '@redoubt/storage';

/** The applications on record, as the token endpoints ask for them. */
export const createApplicationDirectory = (database: Database): ApplicationDirectory => ({
  find: async (clientId) => {
    const application = await findApplication(database, clientId);
    if (application === undefined) return undefined;
    const { tenantId, apiRoles, secretHash } = application;
    return { clientId, tenantId, apiRoles, verifySecret: (secret) => matchesSecret(secret, secretHash) };
  },
});
