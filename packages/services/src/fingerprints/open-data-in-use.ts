import type { EnrichmentData } from '@redoubt/enrichment';
import { hasDeviceSessions, type Database } from '@redoubt/storage';

/** Opens the data about addresses where some tenant's shops report devices: the next visitor need not wait for it. */
export const openDataInUse = async ({
  database,
  data,
}: {
  readonly database: Database;
  readonly data?: (() => EnrichmentData) | undefined;
}): Promise<void> => {
  if (data === undefined) return;
  for (const { tenantId } of await database.listTenants().catch(() => [])) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- the first that has one settles it
    const isUsed = await hasDeviceSessions(database, tenantId).catch(() => false);
    if (isUsed) return data().warm(['geo']);
  }
};
