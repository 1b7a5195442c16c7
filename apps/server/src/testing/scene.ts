import { DIRECTORY_ROLES, type DirectoryRole, type Edition, type EnvironmentStatus, type Role } from '@redoubt/domain';
import type { ApplicationCaller, Caller, PersonCaller } from '@redoubt/identity';
import { fixedClock, newId, type Clock, type Id } from '@redoubt/kernel';
import { createExternalCalls, hashSecret } from '@redoubt/services';
import { insertApplication, insertEnvironment, saveTenant, type Database } from '@redoubt/storage';

/** A moment in the middle of an hour, so that nothing depends on an edge. */
export const SCENE_START_MS = Date.UTC(2026, 2, 14, 10, 22, 31);

export type SceneTenant = {
  readonly tenantId: Id;
  readonly environmentId: Id;
  readonly childId: Id;
  readonly clientId: string;
};

const environment = (id: Id, parentId: Id | null, name: string, customerApiId: string, status: EnvironmentStatus) => ({
  id,
  parentId,
  name,
  friendlyName: null,
  description: '',
  tags: [],
  status,
  statusReason: null,
  geography: null,
  kind: 'Sandbox' as const,
  customerApiId,
  deviceFingerprintingId: newId(),
});

/** A tenant with a root, one Active child, one environment that is being created, and a merchant's application. */
export const createTenant = async (database: Database, edition: Edition = 'Standard'): Promise<SceneTenant> => {
  const tenant = { tenantId: newId(), environmentId: newId(), childId: newId(), clientId: newId() };
  const created = { by: 'scene', at: new Date(SCENE_START_MS) };
  const secretHash = hashSecret('unused');
  await database.inTenant(tenant.tenantId, async (trx) => {
    await saveTenant(trx, { tenantId: tenant.tenantId, name: 'Scene', edition });
    const rows = [
      environment(tenant.environmentId, null, 'Root', 'primary', 'Active'),
      environment(tenant.childId, tenant.environmentId, 'Child', 'XYZ', 'Active'),
      environment(newId(), tenant.environmentId, 'Soon', 'soon', 'Creating'),
    ];
    for (const row of rows) await insertEnvironment(trx, tenant.tenantId, row, created);
    await insertApplication(
      trx,
      tenant.tenantId,
      {
        clientId: tenant.clientId,
        displayName: 'Shop',
        grants: [{ environmentId: null, roles: ['Risk_API', 'Historical_API'] }],
        credential: { kind: 'Secret', value: secretHash, hint: '', notBefore: created.at, notAfter: null },
      },
      created,
    );
  });
  return tenant;
};

/** A second Active child of a tenant's root. */
export const addChild = async (
  database: Database,
  { tenantId, environmentId }: SceneTenant,
  name: string,
): Promise<Id> => {
  const row = environment(newId(), environmentId, name, name.toLowerCase(), 'Active');
  const created = { by: 'scene', at: new Date(SCENE_START_MS) };
  await database.inTenant(tenantId, (trx) => insertEnvironment(trx, tenantId, row, created));
  return row.id;
};

export const personOf = (
  tenantId: Id,
  roles: readonly Role[],
  directoryRoles: readonly DirectoryRole[] = [],
): PersonCaller => ({
  kind: 'person',
  tenantId,
  userId: newId(),
  name: 'Mara Lindqvist',
  username: 'mara@northfell.example',
  roles,
  wids: directoryRoles.map((role) => DIRECTORY_ROLES[role]),
  groups: [],
  groupsLeftOut: false,
});

export const applicationOf = (tenant: SceneTenant): ApplicationCaller => ({
  kind: 'application',
  tenantId: tenant.tenantId,
  clientId: tenant.clientId,
  apiRoles: ['Risk_API', 'Historical_API'],
});

/** Stands where tokens are verified: the header names a caller that the test made. */
export const createCallers = () => {
  const callers = new Map<string, Caller>();
  return {
    /** The `Authorization` header to send. */
    headerFor: (caller: Caller): string => {
      const name = newId();
      callers.set(`Bearer ${name}`, caller);
      return `Bearer ${name}`;
    },
    verify: async (authorization: string | undefined): Promise<Caller> => {
      const caller = callers.get(authorization ?? '');
      if (caller === undefined) throw new Error('the test sent a caller it did not make');
      return caller;
    },
  };
};

export const sceneClock = () => fixedClock(SCENE_START_MS);

/** External calls of a test: those to this machine are allowed. */
export const testCalls = (clock: Clock = sceneClock()) =>
  createExternalCalls({
    installationKey: 'the key of a test',
    allowed: ['127.0.0.1'],
    clock,
    monotonicMs: () => performance.now(),
  });
