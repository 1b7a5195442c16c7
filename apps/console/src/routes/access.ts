import type { EnvironmentSummary, Me } from '@redoubt/contracts';
import { allows, capabilitiesOf, ROLE_NAMES, ROLES, type Capability } from '@redoubt/domain';
import type { RouteEntry, RoutePermission } from './route-entry.ts';

/** Whether the roles held in an environment open a route. */
export const mayOpen = (permission: RoutePermission, capabilities: EnvironmentSummary['capabilities']): boolean =>
  typeof permission === 'string' || permission.some((one) => allows(capabilities, one));

/** The capability to name when a route is refused: the first that would do. */
export const missingCapability = (route: RouteEntry): Capability | null =>
  typeof route.permission === 'string'
    ? null
    : ((route.permission[0]?.split(':')[0] as Capability | undefined) ?? null);

/** Names of the roles of an edition that may grant access to people. */
export const grantorNames = (edition: Me['tenant']['edition']): readonly string[] =>
  ROLES[edition]
    .filter((role) => allows(capabilitiesOf([role], edition), 'accessControlPeople:write'))
    .map((role) => ROLE_NAMES[role]);
