import type { AccessAssignment, PersonRow } from '@redoubt/contracts';
import { directoryRolesOf, rolesOf, type Role } from '@redoubt/domain';
import type { StoredPerson } from '@redoubt/storage';
import { tagOf } from '../version-tag.ts';
import { idOf, isInForce, nameOf, usernameOf, type Directory, type Holder, type HolderGrant } from './directory.ts';
import type { PeopleScope } from './people-scope.ts';

/** A role that was given, as the console shows it; undefined where the caller does not see it. */
const wireAssignment = (
  { role, group, assignment }: HolderGrant,
  each: Holder,
  scope: PeopleScope,
  nowMs: number,
): AccessAssignment | undefined => {
  if (assignment === null || !scope.sees(assignment.environmentId)) return undefined;
  const { id, environmentId, expiresAt, reason, assignedBy: by, assignedAt, version } = assignment;
  return {
    id,
    role,
    environmentId,
    environment: scope.nameOf(environmentId),
    place: scope.placeOf(environmentId),
    group: group === null || each.holder === 'Group' ? null : { id: group.id, name: group.name },
    expiresAt: expiresAt?.toISOString() ?? null,
    isEnded: expiresAt !== null && expiresAt.getTime() <= nowMs,
    reason,
    assigned: { by, at: assignedAt.toISOString() },
    version: tagOf(version),
    canWrite: (group === null || each.holder === 'Group') && scope.rolesToGive(environmentId).includes(role),
  };
};

/** Whether a role counts in the environment of the scope at a moment. */
export const countsHere = (grant: HolderGrant, scope: PeopleScope, nowMs: number): boolean =>
  (grant.environmentId === null || scope.path.includes(grant.environmentId)) && isInForce(grant, nowMs);

/** Roles that a holder has in the environment of the scope; none for the disabled. @param grants all of the holder. */
export const rolesHere = (
  each: Holder,
  grants: readonly HolderGrant[],
  scope: PeopleScope,
  nowMs: number,
): readonly Role[] => {
  if (each.holder === 'Person' && each.person.status === 'Disabled') return [];
  const held = grants.filter((grant) => countsHere(grant, scope, nowMs));
  return held.length === 0
    ? []
    : rolesOf(
        held.map(({ role }) => role),
        scope.edition,
      );
};

/**
 * Whether the caller may take every right from a person: who may give all that the person holds, wherever. Oneself stays, and
 * a global administrator of the directory is left to one.
 */
const mayDisable = (scope: PeopleScope, person: StoredPerson, grants: readonly HolderGrant[], nowMs: number): boolean =>
  person.userId !== scope.userId &&
  scope.rolesToGive(scope.environmentId).length > 0 &&
  (scope.access.directoryRoles.includes('GlobalAdministrator') ||
    !directoryRolesOf(person.directoryRoles).includes('GlobalAdministrator')) &&
  grants.every((grant) => !isInForce(grant, nowMs) || scope.rolesToGive(grant.environmentId).includes(grant.role));

/** A holder with what they hold, as the console shows it. */
export const wireRow = (directory: Directory, each: Holder, scope: PeopleScope, nowMs: number): PersonRow => {
  const grants = directory.grantsOf(each);
  const person = each.holder === 'Person' ? each.person : null;
  return {
    holder: each.holder,
    id: idOf(each),
    name: nameOf(each),
    username: usernameOf(each),
    kind: person?.kind ?? null,
    status: person?.status ?? 'Active',
    invited:
      person?.status === 'Invited' && person.invitedAt !== null
        ? { by: person.invitedBy ?? '', at: person.invitedAt.toISOString() }
        : null,
    disabled:
      person?.disabledAt === undefined || person.disabledAt === null
        ? null
        : { by: person.disabledBy ?? '', at: person.disabledAt.toISOString(), reason: person.disabledReason },
    mayDisable: each.holder === 'Person' && mayDisable(scope, each.person, grants, nowMs),
    lastSeenAt: person?.lastSeenAt?.toISOString() ?? null,
    tokenRoles: [...rolesOf(person?.tokenRoles ?? [], scope.edition)],
    directoryRoles: [...directoryRolesOf(person?.directoryRoles ?? [])],
    groupsLeftOut: person?.groupsLeftOut ?? false,
    memberCount: each.holder === 'Group' ? directory.membersOf(each.group).length : null,
    roles: [...rolesHere(each, grants, scope, nowMs)],
    assignments: grants.flatMap((grant) => wireAssignment(grant, each, scope, nowMs) ?? []),
    isSelf: person?.userId === scope.userId,
  };
};
