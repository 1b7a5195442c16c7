import {
  administratorRoles,
  isAttestationDue,
  roleOf,
  type AdministratorRole,
  type DirectoryRole,
  type Edition,
} from '@redoubt/domain';
import { listAttestationDecisions, type StoredAttestation, type TenantTransaction } from '@redoubt/storage';
import type { PersonAccess } from '../access/person-access.ts';

export type AttestationState = {
  /** Administrator roles that bring the statement with them. */
  readonly held: readonly AdministratorRole[];
  readonly isDue: boolean;
};

const grantedAtMs = (given: PersonAccess['given'], edition: Edition): number | null => {
  const times = given
    .filter(({ role }) => administratorRoles([role], edition, []).length > 0)
    .map(({ assignedAt }) => assignedAt.getTime());
  return times.length === 0 ? null : Math.max(...times);
};

const rolesHeld = ({ environments, given }: PersonAccess, tokenRoles: readonly string[]): readonly string[] => [
  ...tokenRoles,
  ...given.map(({ role }) => role),
  ...environments.flatMap(({ roles }) => roles),
];

/** Whether a tenant asks its administrators, by its newest decision; it does until an administrator decides otherwise. */
export const isAskedBy = (newest: { readonly isOn: boolean } | undefined): boolean => newest?.isOn ?? true;

export const readAttestationIsOn = async (trx: TenantTransaction): Promise<boolean> => {
  const [newest] = await listAttestationDecisions(trx, 1);
  return isAskedBy(newest);
};

/** Whether a person must accept the statement now, from what they hold and what they accepted last. */
export const attestationStateOf = (
  access: PersonAccess,
  tokenRoles: readonly string[],
  newest: StoredAttestation | undefined,
  current: { readonly isOn: boolean; readonly textVersion: string; readonly nowMs: number },
): AttestationState => {
  const { edition } = access.tenant;
  const directoryRoles: readonly DirectoryRole[] = access.directoryRoles;
  const held = administratorRoles(
    rolesHeld(access, tokenRoles).filter((name) => roleOf(name) !== undefined),
    edition,
    directoryRoles,
  );
  const isDue = isAttestationDue({
    held,
    grantedAtMs: grantedAtMs(access.given, edition),
    newest: newest ? { textVersion: newest.textVersion, atMs: newest.acceptedAt.getTime(), roles: newest.roles } : null,
    ...current,
  });
  return { held, isDue };
};
