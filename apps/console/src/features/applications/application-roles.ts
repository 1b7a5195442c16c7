import type { ApplicationAccess, ApplicationRole } from '@redoubt/contracts';
import type { ApiRole } from '@redoubt/domain';

/** Names what one application holds in one environment. */
export const roleId = ({ applicationId, environmentId }: Pick<ApplicationRole, 'applicationId' | 'environmentId'>) =>
  `${applicationId} ${environmentId ?? '*'}`;

/** The roles an application holds in an environment itself; none where it holds none there. */
export const rolesIn = (
  { assignments }: Pick<ApplicationAccess, 'assignments'>,
  applicationId: string,
  environmentId: string | null,
): readonly ApiRole[] =>
  assignments.find((each) => each.applicationId === applicationId && each.environmentId === environmentId)?.roles ?? [];

/** Whether two choices of roles are the same, in whatever order. */
export const sameRoles = (a: readonly ApiRole[], b: readonly ApiRole[]): boolean =>
  a.length === b.length && a.every((role) => b.includes(role));

/** Applications whose name or id holds a text. */
export const fittingApplications = (
  { applications }: Pick<ApplicationAccess, 'applications'>,
  find: string,
): ApplicationAccess['applications'] => {
  const wanted = find.trim().toLowerCase();
  return applications.filter(({ id, displayName }) => `${displayName} ${id}`.toLowerCase().includes(wanted));
};
