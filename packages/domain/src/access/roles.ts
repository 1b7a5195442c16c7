/** The two editions of a tenant; each has its own set of roles (`docs/reference/access.md#roles`). */
export const EDITIONS = ['Standard', 'PSP'] as const;
export type Edition = (typeof EDITIONS)[number];

/** Portal roles by edition, in the column order of the published matrices. Product admin exists in both. */
export const ROLES = {
  Standard: [
    'ProductAdmin',
    'AllAreas_Admin',
    'AllAreasEditor',
    'AllAreasViewer',
    'SupportAgent',
    'FraudEngineer',
    'ManualReviewAnalyst',
    'ManualReviewSeniorAnalyst',
    'ManualReviewFraudManager',
  ],
  PSP: [
    'ProductAdmin',
    'PSPAdmin',
    'FraudManager',
    'FraudSupervisor',
    'FraudAnalyst',
    'ManualReviewAgent',
    'TechnicalDeveloper',
    'CustomerServiceSupport',
    'Reporting',
  ],
} as const;

export type StandardRole = (typeof ROLES)['Standard'][number];
export type PspRole = (typeof ROLES)['PSP'][number];

/** Key of a portal role, as it stands in tokens and assignments. */
export type Role = StandardRole | PspRole;

/** Names people read, from the published documentation. */
export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  ProductAdmin: 'Product admin',
  AllAreas_Admin: 'AllAreas_Admin',
  AllAreasEditor: 'AllAreasEditor',
  AllAreasViewer: 'AllAreasViewer',
  SupportAgent: 'SupportAgent',
  FraudEngineer: 'FraudEngineer',
  ManualReviewAnalyst: 'ManualReviewAnalyst',
  ManualReviewSeniorAnalyst: 'ManualReviewSeniorAnalyst',
  ManualReviewFraudManager: 'ManualReviewFraudManager',
  PSPAdmin: 'PSP Admin',
  FraudManager: 'Fraud Manager',
  FraudSupervisor: 'Fraud Supervisor',
  FraudAnalyst: 'Fraud Analyst',
  ManualReviewAgent: 'Manual Review Agent',
  TechnicalDeveloper: 'Technical Developer',
  CustomerServiceSupport: 'Customer Service Support',
  Reporting: 'Reporting',
};

const spelling = (name: string): string =>
  name
    .replace(/^sandbox_/i, '')
    .replace(/[\s_-]/g, '')
    .toLowerCase();

const BY_SPELLING = new Map<string, Role>(
  [...ROLES.Standard, ...ROLES.PSP].flatMap((role): [string, Role][] => [
    [spelling(role), role],
    [spelling(ROLE_NAMES[role]), role],
  ]),
);

/**
 * The role a token or an assignment names, or undefined for a foreign one. Letter case, blanks and the `Sandbox_`
 * prefix of the original's sandbox deployments do not matter.
 */
export const roleOf = (name: string): Role | undefined => BY_SPELLING.get(spelling(name));

/** Roles of a list of names that exist in an edition, in matrix order and without repeats. */
export const rolesOf = (names: Iterable<string>, edition: Edition): readonly Role[] => {
  const named = new Set([...names].map(roleOf));
  return ROLES[edition].filter((role) => named.has(role));
};

/**
 * Directory administrators: public role-template ids, as they stand in the `wids` claim
 * (`docs/reference/access.md#roles`).
 */
export const DIRECTORY_ROLES = {
  GlobalAdministrator: '62e90394-69f5-4237-9190-012177145e10',
  ApplicationAdministrator: '9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3',
  CloudApplicationAdministrator: '158c047a-c907-4556-b7ef-446551a6b5f7',
} as const;
export type DirectoryRole = keyof typeof DIRECTORY_ROLES;

/** Directory roles named by a `wids` claim. The ids can be replaced for another identity provider's groups. */
export const directoryRolesOf = (
  wids: readonly string[],
  ids: Readonly<Record<DirectoryRole, string>> = DIRECTORY_ROLES,
): readonly DirectoryRole[] => {
  const held = new Set(wids.map((id) => id.toLowerCase()));
  return (Object.keys(ids) as DirectoryRole[]).filter((role) => held.has(ids[role].toLowerCase()));
};
