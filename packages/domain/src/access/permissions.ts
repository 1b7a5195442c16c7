import type { Access, ApiRole, Capability, Permission } from './capabilities.ts';
import { roleCapabilities, type Capabilities } from './role-matrix.ts';
import { rolesOf, type DirectoryRole, type Edition } from './roles.ts';

const merge = (into: Partial<Record<Capability, Access>>, more: Capabilities): void => {
  for (const [capability, access] of Object.entries(more) as [Capability, Access][]) {
    if (into[capability] !== 'write') into[capability] = access;
  }
};

/** What a global administrator may do, with and without a product role (`docs/reference/access.md#roles`). */
const GLOBAL_ADMINISTRATOR: Capabilities = { accessControlPeople: 'write' };
const GLOBAL_ADMINISTRATOR_WITH_ROLE: Capabilities = { acceptanceBooster: 'write', applications: 'write' };

/**
 * What roles allow together: the stronger access wins per capability. Names of foreign roles count for nothing.
 *
 * Without a product role a directory role opens nothing but set-up and access control.
 */
export const capabilitiesOf = (
  roles: Iterable<string>,
  edition: Edition,
  directoryRoles: readonly DirectoryRole[] = [],
): Capabilities => {
  const held: Partial<Record<Capability, Access>> = {};
  const known = rolesOf(roles, edition);
  for (const role of known) merge(held, roleCapabilities(role, edition));
  if (directoryRoles.includes('GlobalAdministrator')) {
    merge(held, GLOBAL_ADMINISTRATOR);
    if (known.length > 0) merge(held, GLOBAL_ADMINISTRATOR_WITH_ROLE);
  }
  return held;
};

/** Whether a permission is held; write implies read. */
export const allows = (capabilities: Capabilities, permission: Permission): boolean => {
  const [capability, access] = permission.split(':') as [Capability, Access];
  const held = capabilities[capability];
  return held === 'write' || (held === 'read' && access === 'read');
};

/**
 * Whether an application may be created: the page's write access, and one of the three directory roles (the dagger of
 * the matrix).
 */
export const mayCreateApplication = (capabilities: Capabilities, directoryRoles: readonly DirectoryRole[]): boolean =>
  allows(capabilities, 'applications:write') && directoryRoles.length > 0;

/**
 * What giving or taking an API role needs in the environment it holds in (`docs/reference/access.md#roles`: API roles
 * of applications).
 */
const NEEDED_TO_GIVE: Readonly<Record<ApiRole, readonly Permission[]>> = {
  Risk_API: ['accessControlApplications:write'],
  Historical_API: ['accessControlApplications:write'],
  // It creates and deletes child environments, so it is given by those who may do that themselves.
  Provisioning_API: ['accessControlApplications:write', 'childEnvironments:write'],
  // It decides cases, so it is given by those who may do that themselves.
  Case_API: ['accessControlApplications:write', 'caseReview:write'],
  // It opens every queue, so it is given by those who assign queues.
  CaseAllQueues_API: ['accessControlApplications:write', 'queueAssignments:write'],
  // It reads every event, so it is given by those who find them.
  Export_API: ['accessControlApplications:write', 'search:read'],
  // It reads what was sent of people, so it is given by those who see that themselves.
  ExportPersonal_API: ['accessControlApplications:write', 'search:read', 'personalData:read'],
};

/** The first permission that giving or taking an API role needs and that is not held; undefined where all are. */
export const missingToGrant = (capabilities: Capabilities, role: ApiRole): Permission | undefined =>
  NEEDED_TO_GIVE[role].find((permission) => !allows(capabilities, permission));

/** The first permission that receiving the secret of an application with a role needs and that is not held. */
export const missingToReceive = (capabilities: Capabilities, role: ApiRole): Permission | undefined =>
  NEEDED_TO_GIVE[role].find(
    (permission) => permission !== 'accessControlApplications:write' && !allows(capabilities, permission),
  );

/** Whether a person may set a tenant up for the first time. */
export const maySetUpTenant = (directoryRoles: readonly DirectoryRole[]): boolean =>
  directoryRoles.includes('GlobalAdministrator');
