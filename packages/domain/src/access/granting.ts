import { rolesOf, ROLES, type DirectoryRole, type Edition, type Role } from './roles.ts';

const REVIEW_ROLES: readonly Role[] = ['ManualReviewAnalyst', 'ManualReviewSeniorAnalyst', 'ManualReviewFraudManager'];

const allBut = (edition: Edition, ...out: readonly Role[]): readonly Role[] =>
  ROLES[edition].filter((role) => !out.includes(role));

/** What each role may give and take away (`docs/reference/access.md#roles`); roles without a row give none. */
const GIVES: Readonly<Record<Edition, Partial<Record<Role, readonly Role[]>>>> = {
  Standard: {
    ProductAdmin: ROLES.Standard,
    AllAreas_Admin: allBut('Standard', 'ProductAdmin'),
    ManualReviewFraudManager: REVIEW_ROLES,
  },
  PSP: {
    ProductAdmin: ROLES.PSP,
    PSPAdmin: allBut('PSP', 'ProductAdmin'),
    FraudManager: allBut('PSP', 'ProductAdmin', 'PSPAdmin', 'Reporting'),
    FraudSupervisor: allBut('PSP', 'ProductAdmin', 'PSPAdmin', 'Reporting', 'FraudManager'),
  },
};

/**
 * Roles that a person may give to people and take from them, where they hold these roles themselves. A global
 * administrator of the directory may give all, also without a role of the product.
 */
export const rolesToGrant = (
  held: Iterable<string>,
  edition: Edition,
  directoryRoles: readonly DirectoryRole[] = [],
): readonly Role[] => {
  if (directoryRoles.includes('GlobalAdministrator')) return ROLES[edition];
  const given = new Set(rolesOf(held, edition).flatMap((role) => GIVES[edition][role] ?? []));
  return ROLES[edition].filter((role) => given.has(role));
};
