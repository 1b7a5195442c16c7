import type {
  EffectiveAccess,
  getPermissionHolders as holdersEndpoint,
  PermissionHolders,
  QueryOf,
} from '@redoubt/contracts';
import {
  allows,
  CAPABILITIES,
  capabilitiesOf,
  directoryRolesOf,
  fail,
  roleCapabilities,
  ROLES,
  type Capabilities,
  type Capability,
  type DirectoryRole,
  type Edition,
  type Role,
} from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import type { SignedInPerson } from '../access/person-access.ts';
import type { EnvironmentContext } from '../context.ts';
import { inTransaction } from '../unit-of-work.ts';
import { idOf, nameOf, readDirectory, usernameOf, type Holder, type HolderGrant } from './directory.ts';
import { readPeopleScope, type PeopleScope } from './people-scope.ts';
import { countsHere } from './person-rows.ts';
import { readRow } from './people.queries.ts';

const directoryRolesFor = (each: Holder): readonly DirectoryRole[] =>
  each.holder === 'Person' ? directoryRolesOf(each.person.directoryRoles) : [];

const statusOf = (each: Holder) => (each.holder === 'Person' ? each.person.status : 'Active');

/** What a holder may do with grants that count. */
const allowedBy = (grants: readonly HolderGrant[], each: Holder, edition: Edition): Capabilities =>
  statusOf(each) === 'Disabled'
    ? {}
    : capabilitiesOf(
        grants.map(({ role }) => role),
        edition,
        directoryRolesFor(each),
      );

const endMsOf = ({ assignment }: HolderGrant): number | null => assignment?.expiresAt?.getTime() ?? null;

/** Areas in which a holder may do less with the one than with the other. */
const lostIn = (before: Capabilities, after: Capabilities): number =>
  CAPABILITIES.filter((capability) => before[capability] !== after[capability]).length;

const wireGrant = ({ role, source, group, environmentId, assignment }: HolderGrant, scope: PeopleScope) => ({
  role,
  source,
  group: group?.name ?? null,
  environmentId,
  environment: scope.nameOf(environmentId),
  expiresAt: assignment?.expiresAt?.toISOString() ?? null,
});

/** From the whole tenant down to the environment itself. */
const depthOf = ({ environmentId }: HolderGrant, { path }: PeopleScope): number =>
  environmentId === null ? 0 : path.length - path.indexOf(environmentId);

const gives = (role: Role, edition: Edition, capability: Capability): boolean =>
  roleCapabilities(role, edition)[capability] !== undefined;

/** What a person or a group may do in the environment, why, and what is left when the next role ends. */
export const getEffectiveAccess = (
  context: EnvironmentContext,
  person: SignedInPerson,
  holderId: Id,
): Promise<EffectiveAccess> =>
  inTransaction(context, async (trx) => {
    const nowMs = context.clock.now();
    const scope = await readPeopleScope(trx, context, person);
    const { edition } = scope;
    await readRow(trx, context, scope, holderId);
    const directory = await readDirectory(trx, edition);
    const found = directory.holders.find((each) => idOf(each) === holderId);
    if (found === undefined) throw fail('ACCESS-HOLDER-UNKNOWN', { id: holderId });
    const grants = directory
      .grantsOf(found)
      .filter((grant) => countsHere(grant, scope, nowMs))
      .toSorted((left, right) => depthOf(left, scope) - depthOf(right, scope));
    const ends = grants.flatMap((grant) => endMsOf(grant) ?? []);
    const endMs = ends.length === 0 ? null : Math.min(...ends);
    const lasting = grants.filter((grant) => endMs === null || endMsOf(grant) !== endMs);
    const now = allowedBy(grants, found, edition);
    const after = allowedBy(lasting, found, edition);
    return {
      holder: { kind: found.holder, id: holderId, name: nameOf(found), status: statusOf(found) },
      grants: grants.map((grant) => ({
        ...wireGrant(grant, scope),
        assigned:
          grant.assignment === null
            ? null
            : { by: grant.assignment.assignedBy, at: grant.assignment.assignedAt.toISOString() },
        reason: grant.assignment?.reason ?? '',
        lost: lostIn(
          now,
          allowedBy(
            grants.filter((other) => other !== grant),
            found,
            edition,
          ),
        ),
      })),
      directoryRoles: [...directoryRolesFor(found)],
      below: scope.access.environments
        .filter(({ id, hasAccess }) => hasAccess && scope.placeOf(id) === 'below')
        .map(({ name, friendlyName }) => friendlyName ?? name),
      endsAt: endMs === null ? null : new Date(endMs).toISOString(),
      areas: CAPABILITIES.map((capability) => ({
        capability,
        access: now[capability] ?? null,
        because: grants.flatMap(({ role }, index) =>
          now[capability] !== undefined && roleCapabilities(role, edition)[capability] === now[capability]
            ? [index]
            : [],
        ),
        after: after[capability] ?? null,
        neededRoles: ROLES[edition].filter((role) => gives(role, edition, capability)),
      })),
    };
  });

/** Who may do something in the environment, and why: people first, then groups whose people may. */
export const getPermissionHolders = (
  context: EnvironmentContext,
  person: SignedInPerson,
  { permission }: QueryOf<typeof holdersEndpoint>,
): Promise<PermissionHolders> =>
  inTransaction(context, async (trx) => {
    const nowMs = context.clock.now();
    const scope = await readPeopleScope(trx, context, person);
    const { edition } = scope;
    const directory = await readDirectory(trx, edition);
    const [capability] = permission.split(':') as [Capability];
    const may = (role: Role): boolean => allows(roleCapabilities(role, edition), permission);
    const holders = directory.holders.flatMap((each) => {
      const grants = directory.grantsOf(each).filter((grant) => countsHere(grant, scope, nowMs));
      const held = allowedBy(grants, each, edition);
      const access = held[capability];
      if (access === undefined || !allows(held, permission)) return [];
      const because = grants.filter(({ role }) => may(role)).map((grant) => wireGrant(grant, scope));
      return [{ holder: each.holder, id: idOf(each), name: nameOf(each), username: usernameOf(each), access, because }];
    });
    return { permission, holders, roles: ROLES[edition].filter(may) };
  });
