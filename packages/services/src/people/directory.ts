import { rolesOf, type Edition, type Role, type RoleHolder, type RoleSource } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  listAssignments,
  listGroups,
  listMemberships,
  listPeople,
  type PossibleHolders,
  type StoredAssignment,
  type StoredGroup,
  type StoredPerson,
  type TenantTransaction,
} from '@redoubt/storage';

/** A holder who can be given roles: a person or a group. */
export type Holder =
  | { readonly holder: 'Person'; readonly person: StoredPerson }
  | { readonly holder: 'Group'; readonly group: StoredGroup };

/** A role that counts for a holder, and how they come to it. */
export type HolderGrant = {
  readonly role: Role;
  readonly source: RoleSource;
  readonly group: StoredGroup | null;
  readonly environmentId: Id | null;
  readonly assignment: StoredAssignment | null;
};

/** Everybody the tenant knows, the groups, and what was given to them. */
export type Directory = {
  readonly people: readonly StoredPerson[];
  readonly groups: readonly StoredGroup[];
  readonly holders: readonly Holder[];
  readonly assignment: (id: Id) => StoredAssignment | undefined;
  /** What was given to a holder by the id that assignments name them with. */
  readonly heldBy: (holderId: string) => readonly StoredAssignment[];
  /** Groups of a person: those SCIM put them in, and those their newest token names where SCIM does not keep the group. */
  readonly groupsOf: (person: StoredPerson) => readonly StoredGroup[];
  readonly membersOf: (group: StoredGroup) => readonly StoredPerson[];
  /** All that gives a holder roles, also what ended. */
  readonly grantsOf: (holder: Holder) => readonly HolderGrant[];
};

/** Id by which the console names a holder. */
export const idOf = (each: Holder): Id => (each.holder === 'Person' ? each.person.id : each.group.id);

/** Id by which assignments name a holder. */
export const assignedIdOf = (each: Holder): string => (each.holder === 'Person' ? each.person.userId : each.group.id);

export const nameOf = (each: Holder): string => (each.holder === 'Person' ? each.person.name : each.group.name);

/** Sign-in name of a person; how tokens name a group. */
export const usernameOf = (each: Holder): string =>
  each.holder === 'Person' ? each.person.username : (each.group.claim ?? '');

/** Whether a role counts at a moment. */
export const isInForce = ({ assignment }: HolderGrant, nowMs: number): boolean =>
  assignment === null || assignment.expiresAt === null || assignment.expiresAt.getTime() > nowMs;

/** Whom a role was given to. */
const possibleHolders = (assignments: readonly StoredAssignment[], groups: readonly StoredGroup[]): PossibleHolders => {
  const idsOf = (holder: RoleHolder): string[] =>
    assignments.flatMap((assignment) => (assignment.holder === holder ? [assignment.holderId] : []));
  const groupIds = idsOf('Group');
  const claims = groups.flatMap(({ id, claim }) => (claim !== null && groupIds.includes(id) ? [claim] : []));
  return { userIds: idsOf('Person'), groupIds, claims };
};

/**
 * Reads the directory as it stands in the transaction.
 *
 * @param role reads only who may hold this role, and what says so: in a large tenant a small part of it. Grants of other roles
 * are missing then.
 */
export const readDirectory = async (trx: TenantTransaction, edition: Edition, role?: Role): Promise<Directory> => {
  const groups = await listGroups(trx);
  const assignments = await listAssignments(trx, role);
  const holders = role === undefined ? undefined : possibleHolders(assignments, groups);
  const people = await listPeople(trx, holders);
  const byHolder = Map.groupBy(assignments, ({ holder, holderId }) => `${holder} ${holderId}`);
  const byId = new Map(assignments.map((assignment) => [assignment.id, assignment]));
  const byClaim = new Map(
    groups.flatMap((group) =>
      group.claim === null || group.provisionedAt !== null ? [] : [[group.claim, group] as const],
    ),
  );
  const groupsById = new Map(groups.map((group) => [group.id, group]));
  const memberships = Map.groupBy(await listMemberships(trx, holders?.groupIds), ({ personId }) => personId);
  const members = new Map<Id, StoredPerson[]>();
  const groupsOf = (person: StoredPerson): readonly StoredGroup[] => [
    ...(memberships.get(person.id) ?? []).flatMap(({ groupId }) => groupsById.get(groupId) ?? []),
    ...person.tokenGroups.flatMap((claim) => byClaim.get(claim) ?? []),
  ];
  for (const person of people) {
    for (const { id } of groupsOf(person)) {
      const known = members.get(id);
      if (known === undefined) members.set(id, [person]);
      else known.push(person);
    }
  }
  const given = (holder: RoleHolder, id: string, group: StoredGroup | null): readonly HolderGrant[] =>
    (byHolder.get(`${holder} ${id}`) ?? []).flatMap((assignment) =>
      rolesOf([assignment.role], edition).map((role) => ({
        role,
        source: group === null ? ('person' as const) : ('group' as const),
        group,
        environmentId: assignment.environmentId,
        assignment,
      })),
    );
  const grantsOf = (each: Holder): readonly HolderGrant[] => {
    if (each.holder === 'Group') return given('Group', each.group.id, each.group);
    const { person } = each;
    const token = rolesOf(person.tokenRoles, edition).map((role): HolderGrant => ({
      role,
      source: 'token',
      group: null,
      environmentId: null,
      assignment: null,
    }));
    return [
      ...token,
      ...given('Person', person.userId, null),
      ...groupsOf(person).flatMap((group) => given('Group', group.id, group)),
    ];
  };
  // A list asks for those of everybody, then a count, then a page.
  const known = new Map<StoredPerson | StoredGroup, readonly HolderGrant[]>();
  return {
    people,
    groups,
    holders: [
      ...people.map((person): Holder => ({ holder: 'Person', person })),
      ...groups.map((group): Holder => ({ holder: 'Group', group })),
    ],
    assignment: (id) => byId.get(id),
    heldBy: (holderId) => assignments.filter((each) => each.holderId === holderId),
    groupsOf,
    membersOf: ({ id }) => members.get(id) ?? [],
    grantsOf: (each) => {
      const key = each.holder === 'Group' ? each.group : each.person;
      const grants = known.get(key) ?? grantsOf(each);
      known.set(key, grants);
      return grants;
    },
  };
};
