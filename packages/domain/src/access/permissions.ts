import type { Access, Capability, Permission } from './capabilities.ts';
import { roleCapabilities, type Capabilities } from './role-matrix.ts';
import { rolesOf, type DirectoryRole, type Edition } from './roles.ts';

const merge = (into: Partial<Record<Capability, Access>>, more: Capabilities): void => {
  for (const [capability, access] of Object.entries(more) as [Capability, Access][]) {
    if (into[capability] !== 'write') into[capability] = access;
  }
};

/** What a global administrator may do, with and without a product role (`entities.md` §5.3). */
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

/** Whether somebody may set a tenant up for the first time. */
export const maySetUpTenant = (directoryRoles: readonly DirectoryRole[]): boolean =>
  directoryRoles.includes('GlobalAdministrator');
