import type { EnvironmentSummary, Me } from '@redoubt/contracts';
import { allows, capabilitiesOf, ROLES, type Capability, type Role } from '@redoubt/domain';
import type { RouteEntry, RoutePermission } from './route-entry.ts';

/** Whether the roles held in an environment open a route. */
export const mayOpen = (permission: RoutePermission, capabilities: EnvironmentSummary['capabilities']): boolean =>
  typeof permission === 'string' || permission.some((one) => allows(capabilities, one));

/** The capability to name when a route is refused: the first that would do. */
export const missingCapability = (route: RouteEntry): Capability | null =>
  typeof route.permission === 'string'
    ? null
    : ((route.permission[0]?.split(':')[0] as Capability | undefined) ?? null);

/** The roles of an edition that may grant access to people. */
export const grantorsOf = (edition: Me['tenant']['edition']): readonly Role[] =>
  ROLES[edition].filter((role) => allows(capabilitiesOf([role], edition), 'accessControlPeople:write'));
