import { rolesOf, type DirectoryRole, type Edition, type Role } from '../access/roles.ts';

/** Version of the statement that ships with the product; another text has another version. */
export const ATTESTATION_TEXT_VERSION = '2026-11';

/** Longest reason of a decision whether administrators are asked. */
export const MAX_ATTESTATION_REASON_CHARACTERS = 500;

const ADMINISTRATORS: readonly Role[] = ['ProductAdmin', 'AllAreas_Admin', 'PSPAdmin'];

/** A role that brings the attestation with it (`docs/reference/console.md#set-up-attestation-tours`). */
export type AdministratorRole = Role | 'GlobalAdministrator';

/** The administrator roles among those a person holds, anywhere in the tenant. */
export const administratorRoles = (
  roles: Iterable<string>,
  edition: Edition,
  directoryRoles: readonly DirectoryRole[],
): readonly AdministratorRole[] => [
  ...rolesOf(roles, edition).filter((role) => ADMINISTRATORS.includes(role)),
  ...(directoryRoles.includes('GlobalAdministrator') ? (['GlobalAdministrator'] as const) : []),
];

/** One acceptance of the statement. */
type Acceptance = {
  readonly textVersion: string;
  readonly atMs: number;
  /** Administrator roles held when it was given. */
  readonly roles: readonly string[];
};

/** Until when an acceptance holds: the same day a year later. Epoch milliseconds. */
export const acceptanceEndsMs = (atMs: number): number => {
  const end = new Date(atMs);
  end.setUTCFullYear(end.getUTCFullYear() + 1);
  return end.getTime();
};

export type AttestationFacts = {
  /** Whether the tenant asks its administrators at all. */
  readonly isOn: boolean;
  readonly held: readonly AdministratorRole[];
  /** When an administrator role was last given in the console, in whatever environment; null where none was. */
  readonly grantedAtMs: number | null;
  readonly newest: Acceptance | null;
  readonly textVersion: string;
  readonly nowMs: number;
};

/**
 * Whether a person must accept the statement now: an administrator who never did, whose acceptance is a year old or of
 * another text, or who was given an administrator role since. In a tenant that switched the statement off, none must.
 */
export const isAttestationDue = ({
  isOn,
  held,
  grantedAtMs,
  newest,
  textVersion,
  nowMs,
}: AttestationFacts): boolean => {
  if (!isOn || held.length === 0) return false;
  if (newest === null || newest.textVersion !== textVersion) return true;
  if (nowMs >= acceptanceEndsMs(newest.atMs)) return true;
  return held.some((role) => !newest.roles.includes(role)) || (grantedAtMs !== null && grantedAtMs > newest.atMs);
};
