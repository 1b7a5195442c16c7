import { CAPABILITIES, fail, nameKey } from '@redoubt/domain';
import { newId, type Clock, type Id } from '@redoubt/kernel';
import { listEnvironments, type Database } from '@redoubt/storage';
import { OPERATOR_ID, type EnvironmentContext, type ServiceContext } from '../context.ts';
import type { Limits } from '../limits.ts';

/**
 * The environment an operator beside the server means, in whatever tenant: by its id, or by its name where only one has
 * it. Throws ENV-UNKNOWN with how many there are, and `known`: the names of all, or the ids of those with the name.
 */
export const findEnvironment = async (database: Database, reference: string) => {
  const found: { tenantId: Id; id: Id; name: string }[] = [];
  const names = new Set<string>();
  for (const { tenantId } of await database.listTenants()) {
    for (const { id, name } of await database.readTenant(tenantId, listEnvironments)) {
      names.add(name);
      if (id === reference.toLowerCase() || nameKey(name) === nameKey(reference)) found.push({ tenantId, id, name });
    }
  }
  const [only] = found;
  if (only === undefined || found.length > 1) {
    const known = found.length > 1 ? found.map(({ id }) => id) : [...names];
    throw fail('ENV-UNKNOWN', { environment: reference, found: found.length, known: known.join(', ') });
  }
  return only;
};

/** What an operator beside the server may do in an environment: everything. */
export const operatorContext = async (
  database: Database,
  clock: Clock,
  environment: string,
  operator: string,
  limits?: Limits,
): Promise<EnvironmentContext & { readonly environmentName: string }> => {
  const { tenantId, id, name } = await findEnvironment(database, environment);
  return {
    database,
    clock,
    tenantId,
    environmentId: id,
    environmentName: name,
    actor: { kind: 'system', id: OPERATOR_ID, name: operator },
    correlationId: newId(),
    limits,
    capabilities: Object.fromEntries(CAPABILITIES.map((capability) => [capability, 'write'])),
  };
};

/** An operator beside the server in a tenant as a whole. */
export const tenantOperator = (database: Database, clock: Clock, tenantId: Id, operator: string): ServiceContext => ({
  database,
  clock,
  tenantId,
  actor: { kind: 'system', id: OPERATOR_ID, name: operator },
  correlationId: newId(),
});
