import { newId, type Id } from '@redoubt/kernel';
import { insertEnvironment, saveTenant, type Database } from '@redoubt/storage';

/** Stores a tenant with one environment, of these ids. */
export const savePlace = (
  database: Database,
  { tenantId, environmentId }: { readonly tenantId: Id; readonly environmentId: Id },
): Promise<void> =>
  database.inTenant(tenantId, async (trx) => {
    await saveTenant(trx, { tenantId, name: 'Northfell', edition: 'Standard' });
    const environment = {
      id: environmentId,
      parentId: null,
      name: 'Shop',
      friendlyName: null,
      description: '',
      tags: [],
      status: 'Active',
      statusReason: null,
      geography: { code: 'EU', friendlyName: 'Europe' },
      kind: 'Sandbox',
      customerApiId: null,
      deviceFingerprintingId: newId(),
    } as const;
    await insertEnvironment(trx, tenantId, environment, { by: 'test', at: new Date(0) });
  });
