import type { Access, Capability } from './capabilities.ts';
import { allows, capabilitiesOf } from './permissions.ts';
import { ROLES, rolesOf, type DirectoryRole, type Edition, type Role } from './roles.ts';

const MANUAL_REVIEW: readonly Role[] = ['ManualReviewAnalyst', 'ManualReviewSeniorAnalyst', 'ManualReviewFraudManager'];

const allBut = (edition: Edition, ...except: readonly Role[]): readonly Role[] =>
  ROLES[edition].filter((role) => !except.includes(role));

/** Roles a role may assign (`docs/reference/access.md#roles`); roles that are not named assign nothing. */
const ASSIGNABLE: Readonly<Record<Edition, Readonly<Partial<Record<Role, readonly Role[]>>>>> = {
  Standard: {
    ProductAdmin: ROLES.Standard,
    AllAreas_Admin: allBut('Standard', 'ProductAdmin'),
    ManualReviewFraudManager: MANUAL_REVIEW,
  },
  PSP: {
    ProductAdmin: ROLES.PSP,
    PSPAdmin: allBut('PSP', 'ProductAdmin'),
    FraudManager: allBut('PSP', 'ProductAdmin', 'PSPAdmin', 'Reporting'),
    FraudSupervisor: allBut('PSP', 'ProductAdmin', 'PSPAdmin', 'Reporting', 'FraudManager'),
  },
};

/**
 * Roles a person may give to others, in matrix order: the union of what their roles may assign, less every role that
 * allows more than they hold themselves. A global administrator assigns every role.
 */
export const grantableRoles = (
  roles: Iterable<string>,
  edition: Edition,
  directoryRoles: readonly DirectoryRole[] = [],
): readonly Role[] => {
  if (directoryRoles.includes('GlobalAdministrator')) return ROLES[edition];
  const known = rolesOf(roles, edition);
  const own = capabilitiesOf(known, edition);
  const within = (role: Role): boolean =>
    (Object.entries(capabilitiesOf([role], edition)) as [Capability, Access][]).every(([capability, access]) =>
      allows(own, `${capability}:${access}`),
    );
  const assignable = new Set(known.flatMap((role) => ASSIGNABLE[edition][role] ?? []));
  return ROLES[edition].filter((role) => assignable.has(role) && within(role));
};

/** Whether taking these product admins away would leave the tenant without one. */
export const leavesNoProductAdmin = (productAdminIds: readonly string[], removedIds: readonly string[]): boolean =>
  productAdminIds.length > 0 && productAdminIds.every((id) => removedIds.includes(id));
