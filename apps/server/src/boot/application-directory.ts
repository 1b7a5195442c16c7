import type { ApplicationDirectory } from '@redoubt/identity';
import { matchesSecret } from '@redoubt/services';
import { findApplication, type Database } from '@redoubt/storage';

/** The applications on record, as the token endpoints ask for them. */
export const createApplicationDirectory = (database: Database): ApplicationDirectory => ({
  find: async (clientId) => {
    const application = await findApplication(database, clientId);
    return application && { clientId, tenantId: application.tenantId, apiRoles: application.apiRoles };
  },
  verifySecret: async (clientId, secret) => {
    const application = await findApplication(database, clientId);
    return application !== undefined && matchesSecret(secret, application.secretHash);
  },
});
