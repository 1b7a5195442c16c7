import { DAY_MS, type Id } from '@redoubt/kernel';
import { API_ROLES, type ApiRole } from '../access/capabilities.ts';

/** Longest name of an application (`docs/reference/limits.md`). */
export const MAX_APPLICATION_NAME = 93;

/** How an application proves who it is. */
export const CREDENTIAL_KINDS = ['Secret', 'Certificate'] as const;
export type CredentialKind = (typeof CREDENTIAL_KINDS)[number];

/** Credentials in force at a time: the one in use and the one that takes over. */
export const MAX_CREDENTIALS = 2;

/** Lives a secret can be given, in days. */
export const SECRET_LIFE_DAYS = [90, 180, 365, 730] as const;
export const DEFAULT_SECRET_LIFE_DAYS = 365;

/** How long the credentials before a new one go on, in days: nothing, a night, a week, a month. */
export const OVERLAP_DAYS = [0, 1, 7, 30] as const;
export const DEFAULT_OVERLAP_DAYS = 7;

/** Highest limit an application can be given, in calls a second. */
export const MAX_CALLS_PER_SECOND = 100_000;

/** From here on people are notified that a credential ends (`docs/reference/access.md#applications`). */
export const EXPIRY_WARNING_MS = 30 * DAY_MS;

/** Roles in an environment and everything below it; null stands for the whole tenant. */
export type ApplicationGrant = { readonly environmentId: Id | null; readonly roles: readonly ApiRole[] };

const inOrder = (roles: ReadonlySet<ApiRole>): readonly ApiRole[] => API_ROLES.filter((role) => roles.has(role));

/** Every role an application holds somewhere: what its tokens name. */
export const rolesAnywhere = (grants: readonly ApplicationGrant[]): readonly ApiRole[] =>
  inOrder(new Set(grants.flatMap(({ roles }) => roles)));

/**
 * Roles an application holds in one environment.
 *
 * @param path the environment and every one above it.
 */
export const rolesAlong = (grants: readonly ApplicationGrant[], path: readonly Id[]): readonly ApiRole[] =>
  inOrder(
    new Set(
      grants
        .filter(({ environmentId }) => environmentId === null || path.includes(environmentId))
        .flatMap(({ roles }) => roles),
    ),
  );

/** Roles that only one of two sets of grants has: what a change of them gives or takes. */
export const changedGrants = (
  before: readonly ApplicationGrant[],
  after: readonly ApplicationGrant[],
): readonly ApplicationGrant[] => {
  const rolesIn = (grants: readonly ApplicationGrant[], id: Id | null): readonly ApiRole[] =>
    grants.filter(({ environmentId }) => environmentId === id).flatMap(({ roles }) => roles);
  const ids = [...new Set([...before, ...after].map(({ environmentId }) => environmentId))];
  return ids.flatMap((environmentId) => {
    const [held, wanted] = [rolesIn(before, environmentId), rolesIn(after, environmentId)];
    const roles = API_ROLES.filter((role) => held.includes(role) !== wanted.includes(role));
    return roles.length === 0 ? [] : [{ environmentId, roles }];
  });
};

export const APPLICATION_STATUSES = ['Active', 'Expiring', 'Expired', 'Revoked'] as const;
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number];

/** The life of a credential in milliseconds since 1970; `notAfterMs` null: without end. */
export type CredentialLife = { readonly notBeforeMs: number; readonly notAfterMs: number | null };

export const isInForce = ({ notBeforeMs, notAfterMs }: CredentialLife, nowMs: number): boolean =>
  notBeforeMs <= nowMs && (notAfterMs === null || nowMs < notAfterMs);

/** Whether a credential has not ended yet; one that has yet to begin counts. */
export const isUnexpired = ({ notAfterMs }: CredentialLife, nowMs: number): boolean =>
  notAfterMs === null || nowMs < notAfterMs;

/** Active, Expiring within 30 days, Expired without a credential that has not ended, or Revoked. */
export const applicationStatus = (
  application: { readonly isRevoked: boolean; readonly credentials: readonly CredentialLife[] },
  nowMs: number,
): ApplicationStatus => {
  if (application.isRevoked) return 'Revoked';
  const standing = application.credentials.filter((credential) => isUnexpired(credential, nowMs));
  if (standing.length === 0) return 'Expired';
  const lasts = standing.some(({ notAfterMs }) => notAfterMs === null || notAfterMs - nowMs > EXPIRY_WARNING_MS);
  return lasts ? 'Active' : 'Expiring';
};
