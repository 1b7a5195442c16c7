import { capabilitiesOf, type EnvironmentStatus, type Role } from '@redoubt/domain';
import { fixedClock, newId, type Id } from '@redoubt/kernel';
import { insertEnvironment, saveAssignment, saveTenant, type Database } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';

/** What a test's tenant looks like: environments by name, with their parent's name and status. */
export type SceneEnvironments = Readonly<
  Record<string, { readonly parent?: string; readonly status?: EnvironmentStatus; readonly customerApiId?: string }>
>;

const START_MS = Date.UTC(2026, 2, 14, 10, 0, 0);

/** A tenant of its own for one test, and contexts to call services with. */
export const createScene = async (database: Database, environments: SceneEnvironments) => {
  const tenantId = newId();
  const clock = fixedClock(START_MS);
  const ids = new Map<string, Id>();
  await database.inTenant(tenantId, async (trx) => {
    await saveTenant(trx, { tenantId, name: 'Scene', edition: 'Standard' });
    for (const [name, { parent, status = 'Active', customerApiId }] of Object.entries(environments)) {
      const id = newId();
      ids.set(name, id);
      const environment = {
        id,
        parentId: parent === undefined ? null : (ids.get(parent) ?? null),
        name,
        friendlyName: null,
        description: '',
        tags: [],
        status,
        statusReason: null,
        geography: { code: 'EU', friendlyName: 'Europe' },
        kind: 'Sandbox',
        customerApiId: customerApiId ?? null,
        deviceFingerprintingId: newId(),
      } as const;
      await insertEnvironment(trx, tenantId, environment, { by: 'scene', at: new Date(START_MS) });
    }
  });
  const idOf = (name: string): Id => {
    const id = ids.get(name);
    if (id === undefined) throw new Error(`the scene has no environment ${name}`);
    return id;
  };
  const contextIn = (
    environment: string,
    name = 'Mara Lindqvist',
    role: Role = 'ProductAdmin',
  ): EnvironmentContext => ({
    database,
    clock,
    tenantId,
    actor: { kind: 'person', id: `id of ${name}`, name },
    correlationId: 'c0ffee00-0000-4000-8000-000000000001',
    environmentId: idOf(environment),
    capabilities: capabilitiesOf([role], 'Standard'),
  });
  /** What the activity log says, oldest first: operation, type and name. */
  const activities = async (): Promise<string[]> => {
    const rows = await database.inTenant(tenantId, (trx) =>
      trx
        .selectFrom('audit_entry')
        .innerJoin('audit_link', 'audit_link.entry_id', 'audit_entry.entry_id')
        .select(['operation', 'resource_type', 'resource_name', 'at', 'sequence'])
        .execute(),
    );
    // Of one moment the chain knows the order; rows of a table have none.
    return rows
      .toSorted((left, right) => left.at.getTime() - right.at.getTime() || left.sequence - right.sequence)
      .map((row) => `${row.operation} ${row.resource_type} ${row.resource_name}`);
  };
  /** Gives a person a role in an environment, as people with the directory role do. */
  const assignRole = (userId: string, role: Role, environment: string, at = new Date(0)): Promise<void> =>
    database.inTenant(tenantId, async (trx) => {
      const person = { userId, username: userId, displayName: userId };
      const assignment = { id: newId(), ...person, role, environmentId: idOf(environment), expiresAt: null };
      await saveAssignment(trx, tenantId, assignment, { by: 'scene', at });
    });
  const planVersion = (): Promise<number> =>
    database.inTenant(tenantId, async (trx) => {
      const head = await trx.selectFrom('plan_head').select('version').executeTakeFirst();
      return head?.version ?? 0;
    });
  return { tenantId, clock, idOf, contextIn, activities, assignRole, planVersion };
};

export type Scene = Awaited<ReturnType<typeof createScene>>;
