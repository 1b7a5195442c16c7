import {
  allows,
  capabilitiesOf,
  commonCapabilities,
  directoryRolesOf,
  effectiveRoles,
  environmentsOfScope,
  fail,
  type Capabilities,
  type DirectoryRole,
  type Permission,
  type Role,
  type RoleAssignment,
  type UsedToken,
} from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  findTenant,
  heldRoles,
  listEnvironments,
  type EnvironmentRecord,
  type StoredTenant,
  type TenantTransaction,
} from '@redoubt/storage';
import type { ServiceContext } from '../context.ts';
import { maskedEnvironmentsOf } from '../privacy/masked-environments.ts';
import { inTransaction } from '../unit-of-work.ts';
import { currentAccess, type CurrentAccess } from './current-access.ts';

/** A signed-in person, as their verified token describes them. */
export type SignedInPerson = {
  readonly userId: string;
  /** Role names of the token; they count in the whole tenant. */
  readonly roles: readonly string[];
  /** Directory role ids (`wids`). */
  readonly wids: readonly string[];
  /** Set where they act through a personal access token, whose scope limits all that is loaded here. */
  readonly token?: UsedToken | undefined;
  /** Groups as the token names them; what the newest token named where absent. */
  readonly groups?: readonly string[];
};

export type AccessibleEnvironment = EnvironmentRecord & {
  /** True where the person may do anything there; opening also needs status Active. */
  readonly hasAccess: boolean;
  readonly roles: readonly Role[];
  readonly capabilities: Capabilities;
};

export type PersonAccess = {
  readonly tenant: StoredTenant;
  /** Every environment of the tenant, by name. */
  readonly environments: readonly AccessibleEnvironment[];
  readonly directoryRoles: readonly DirectoryRole[];
  /** What the person may do in the whole tenant, and so in environments that are yet to come. */
  readonly tenantCapabilities: Capabilities;
  /** Roles that were given in the console and are in force, wherever in the tenant. */
  readonly given: readonly { readonly role: string; readonly assignedAt: Date }[];
  /** They may do nothing now, whatever their token says. */
  readonly isDisabled: boolean;
};

/**
 * What a person may do in each environment of their tenant: roles of the token everywhere, assigned roles where they
 * were given and below. Throws TENANT-NOT-SET-UP for a tenant that was never set up.
 */
export const loadPersonAccess = async (
  trx: TenantTransaction,
  person: SignedInPerson,
  at: Date,
): Promise<PersonAccess> => {
  const tenant = await findTenant(trx);
  if (!tenant) throw fail('TENANT-NOT-SET-UP');
  const environments = await listEnvironments(trx);
  const { roles: given, isDisabled } = await heldRoles(trx, person.userId, person.groups, at);
  const tenantRoles = [
    ...(isDisabled ? [] : person.roles),
    ...given.filter(({ environmentId }) => environmentId === null).map(({ role }) => role),
  ];
  const assigned = given.flatMap(({ role, environmentId }): RoleAssignment[] =>
    environmentId === null ? [] : [{ role, environmentId }],
  );
  const rolesById = effectiveRoles(environments, tenant.edition, tenantRoles, assigned);
  const directoryRoles = isDisabled ? [] : directoryRolesOf(person.wids);
  const scope = person.token?.scope;
  const reached = scope && environmentsOfScope(scope, environments);
  /** What of it the token leaves; of the whole tenant where no environment is named. */
  const limited = (held: Capabilities, id?: Id): Capabilities => {
    if (scope === undefined) return held;
    const isReached = reached === undefined || (id !== undefined && reached.has(id));
    return isReached ? commonCapabilities(held, scope.capabilities) : {};
  };
  // A thousand environments share few sets of roles.
  const known = new Map<string, Capabilities>();
  const allowedBy = (roles: readonly Role[]): Capabilities => {
    const key = roles.join();
    const allowed = known.get(key) ?? capabilitiesOf(roles, tenant.edition, directoryRoles);
    known.set(key, allowed);
    return allowed;
  };
  return {
    tenant,
    directoryRoles,
    tenantCapabilities: limited(capabilitiesOf(tenantRoles, tenant.edition, directoryRoles)),
    given,
    isDisabled,
    environments: environments.map((environment) => {
      const roles = rolesById.get(environment.id) ?? [];
      const capabilities = limited(allowedBy(roles), environment.id);
      return { ...environment, roles, capabilities, hasAccess: Object.keys(capabilities).length > 0 };
    }),
  };
};

/** Refuses who may do nothing now. Throws AUTH-PERSON-DISABLED. */
export const requireActive = async (context: ServiceContext, { userId }: SignedInPerson): Promise<void> => {
  const index = await inTransaction(context, (trx) => currentAccess(trx, context));
  if (index.isDisabled(userId)) throw fail('AUTH-PERSON-DISABLED');
};

/** What a person may do in one environment, and of which environments' events they see masks. */
export type EnvironmentAccess = {
  readonly capabilities: Capabilities;
  readonly maskedEnvironments: ReadonlySet<Id> | undefined;
};

/** What a person holds in an environment: from memory, but for a token with a scope, and where their groups are not at hand. */
const heldIn = async (
  trx: TenantTransaction,
  { clock }: ServiceContext,
  current: CurrentAccess,
  person: SignedInPerson,
  environmentId: Id,
): Promise<Capabilities> => {
  const { token, groups } = person;
  if (token === undefined && groups !== undefined)
    return current.capabilitiesIn({ ...person, groups }, environmentId, clock.now());
  const { environments } = await loadPersonAccess(trx, person, new Date(clock.now()));
  return environments.find(({ id }) => id === environmentId)?.capabilities ?? {};
};

/**
 * What a person may do in one environment. Throws AUTH-PERSON-DISABLED; ENV-UNKNOWN, also where they hold nothing there: who
 * has no access does not learn that it exists; and ENV-NOT-ACTIVE where it is not open for work now.
 */
export const accessIn = (
  context: ServiceContext,
  person: SignedInPerson,
  environmentId: Id,
): Promise<EnvironmentAccess> =>
  inTransaction(context, async (trx) => {
    const current = await currentAccess(trx, context);
    if (current.isDisabled(person.userId)) throw fail('AUTH-PERSON-DISABLED');
    const capabilities = await heldIn(trx, context, current, person, environmentId);
    const environment = current.environments.get(environmentId);
    if (environment === undefined || Object.keys(capabilities).length === 0)
      throw fail('ENV-UNKNOWN', { id: environmentId });
    if (environment.status !== 'Active') throw fail('ENV-NOT-ACTIVE', { name: environment.name });
    if (allows(capabilities, 'personalData:read')) return { capabilities, maskedEnvironments: undefined };
    return { capabilities, maskedEnvironments: await maskedEnvironmentsOf(trx, [...current.environments.values()]) };
  });

/** The capabilities alone. Throws as `accessIn` does. */
export const capabilitiesIn = async (...args: Parameters<typeof accessIn>): Promise<Capabilities> =>
  (await accessIn(...args)).capabilities;

/** Whether a person holds a permission in every root environment, which a setting of the whole tenant takes. */
export const holdsInEveryRoot = ({ environments }: PersonAccess, permission: Permission): boolean =>
  environments.every(
    ({ parentId, status, capabilities }) =>
      parentId !== null || status === 'Deleted' || status === 'Error' || allows(capabilities, permission),
  );
