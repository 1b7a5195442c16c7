import type {
  AccessOptions,
  exportPeople as exported,
  getPeople as listed,
  People,
  PersonRow,
  QueryOf,
} from '@redoubt/contracts';
import { directoryRolesOf, fail, ROLES, type Role } from '@redoubt/domain';
import { DAY_MS, type Id } from '@redoubt/kernel';
import type { TenantTransaction } from '@redoubt/storage';
import type { SignedInPerson } from '../access/person-access.ts';
import { recordActivity } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { writeCsv } from '../csv/write-csv.ts';
import { inTransaction } from '../unit-of-work.ts';
import {
  idOf,
  isInForce,
  nameOf,
  readDirectory,
  usernameOf,
  type Directory,
  type Holder,
  type HolderGrant,
} from './directory.ts';
import { inOrder, pageAfter } from './page-after.ts';
import { countPeople } from './people-counts.ts';
import { readPeopleScope, type PeopleScope } from './people-scope.ts';
import { rolesHere, wireRow } from './person-rows.ts';

type Asked = QueryOf<typeof exported>;

const ENDING_MS = 30 * DAY_MS;

/** A holder with what counts for them; all that narrows and orders the list, before a row is written for the console. */
type Candidate = Pick<PersonRow, 'id' | 'name' | 'username'> & {
  readonly each: Holder;
  /** What the caller may see of it and is in force. */
  readonly seen: readonly HolderGrant[];
  /** What they hold in the environment. */
  readonly roles: readonly Role[];
};

const kindOf = (each: Holder) => (each.holder === 'Person' ? each.person.kind : 'Group');
const statusOf = (each: Holder) => (each.holder === 'Person' ? each.person.status : 'Active');

/** Roles that come from one source and count now. */
const comesFrom = ({ each, seen }: Candidate, source: NonNullable<Asked['source']>, scope: PeopleScope): boolean => {
  const given = seen.filter(({ assignment }) => assignment !== null);
  if (source === 'token') return seen.length > given.length;
  if (source === 'group') return each.holder === 'Person' && given.some(({ group }) => group !== null);
  if (source === 'above') return given.some(({ environmentId }) => scope.placeOf(environmentId) === 'above');
  return given.some(
    ({ group, environmentId }) =>
      (group === null || each.holder === 'Group') && scope.placeOf(environmentId) === 'here',
  );
};

/** When the next role ends, in milliseconds; undefined where none does. */
const endMsOf = ({ seen }: Pick<Candidate, 'seen'>): number | undefined => {
  const ends = seen.flatMap(({ assignment }) => assignment?.expiresAt?.getTime() ?? []);
  return ends.length === 0 ? undefined : Math.min(...ends);
};

/** What a candidate is ordered by; those without come last in either order. */
const sortKey = (candidate: Candidate, sort: Asked['sort']): string | undefined => {
  if (sort === 'lastSeen')
    return candidate.each.holder === 'Person' ? candidate.each.person.lastSeenAt?.toISOString() : undefined;
  if (sort === 'ends') {
    const endMs = endMsOf(candidate);
    return endMs === undefined ? undefined : new Date(endMs).toISOString();
  }
  return sort === 'username' ? candidate.username : candidate.name;
};

/** Those whom the caller may know of: guests see only people of their own environments. */
export const isShown = (
  { each, roles }: Pick<Candidate, 'each' | 'roles'>,
  { scope }: Pick<Asked, 'scope'>,
  isGuest: boolean,
): boolean =>
  roles.length > 0 ||
  (each.holder === 'Person' && directoryRolesOf(each.person.directoryRoles).includes('GlobalAdministrator')) ||
  (scope === 'all' && !isGuest);

/** Whether the caller is a guest of the tenant. */
export const isGuestIn = ({ people }: Directory, { userId }: PeopleScope): boolean =>
  people.some((person) => person.userId === userId && person.kind === 'Guest');

/** Holders that a question finds, in no order. */
const candidatesOf = (directory: Directory, scope: PeopleScope, asked: Asked, nowMs: number): readonly Candidate[] => {
  const isGuest = isGuestIn(directory, scope);
  const wanted = (asked.find ?? '').trim().toLowerCase();
  return directory.holders.flatMap((each) => {
    const named = { id: idOf(each), name: nameOf(each), username: usernameOf(each) };
    if (wanted !== '' && !`${named.name}\n${named.username}`.toLowerCase().includes(wanted)) return [];
    if (asked.kind !== undefined && kindOf(each) !== asked.kind) return [];
    if (asked.status !== undefined && statusOf(each) !== asked.status) return [];
    const grants = directory.grantsOf(each).filter((grant) => isInForce(grant, nowMs));
    const roles = rolesHere(each, grants, scope, nowMs);
    if (!isShown({ each, roles }, asked, isGuest)) return [];
    if (asked.role !== undefined && !roles.includes(asked.role)) return [];
    const seen = grants.filter(({ assignment, environmentId }) => assignment === null || scope.sees(environmentId));
    const candidate = { ...named, each, roles, seen };
    if (asked.source !== undefined && !comesFrom(candidate, asked.source, scope)) return [];
    if (asked.ending && (endMsOf(candidate) ?? Number.POSITIVE_INFINITY) - nowMs > ENDING_MS) return [];
    return [candidate];
  });
};

const readFound = async (trx: TenantTransaction, context: EnvironmentContext, person: SignedInPerson, asked: Asked) => {
  const nowMs = context.clock.now();
  const scope = await readPeopleScope(trx, context, person);
  const directory = await readDirectory(trx, scope.edition);
  const found = candidatesOf(directory, scope, asked, nowMs);
  const rowOf = ({ each }: Candidate): PersonRow => wireRow(directory, each, scope, nowMs);
  return { scope, directory, found, rowOf, nowMs };
};

/** People and groups with their roles in the environment, a page after the row that the cursor names. */
export const getPeople = (
  context: EnvironmentContext,
  person: SignedInPerson,
  { cursor, ...asked }: QueryOf<typeof listed>,
): Promise<People> =>
  inTransaction(context, async (trx) => {
    const { scope, directory, found, rowOf, nowMs } = await readFound(trx, context, person, asked);
    const page = pageAfter(found, (each) => sortKey(each, asked.sort), asked.order, cursor);
    return {
      rows: page.rows.map(rowOf),
      total: found.length,
      actingPeople: countPeople(directory, scope.access.environments, nowMs).get(context.environmentId) ?? 0,
      nextCursor: page.nextCursor,
    };
  });

const COLUMNS = [
  'name',
  'signInName',
  'kind',
  'status',
  'lastSignIn',
  'role',
  'environment',
  'through',
  'ends',
  'assignedBy',
  'assignedAt',
  'reason',
];

/** A line for each role of a row; one without a role where they hold none. */
const csvLines = (row: PersonRow): readonly (readonly string[])[] => {
  const who = [row.name, row.username, row.kind ?? 'Group', row.status, row.lastSeenAt ?? ''];
  const lines = [
    ...row.tokenRoles.map((role) => [...who, role, '*', 'token', '', '', '', '']),
    ...row.assignments.map(({ role, environment, group, expiresAt, assigned, reason }) => [
      ...who,
      role,
      environment ?? '*',
      group?.name ?? '',
      expiresAt ?? '',
      assigned.by,
      assigned.at,
      reason,
    ]),
  ];
  return lines.length > 0 ? lines : [[...who, '', '', '', '', '', '', '']];
};

/** The same as CSV, all rows; the export is an entry of the activity log. */
export const exportPeople = (context: EnvironmentContext, person: SignedInPerson, asked: Asked): Promise<string> =>
  inTransaction(context, async (trx) => {
    const { found, rowOf } = await readFound(trx, context, person, asked);
    const rows = inOrder(found, (each) => sortKey(each, asked.sort), asked.order).map(rowOf);
    const { environmentId } = context;
    await recordActivity(trx, context, {
      operation: 'Export',
      type: 'UserAccess',
      id: environmentId,
      name: 'People and groups',
      environmentId,
      modified: { rows: rows.length },
    });
    return writeCsv(COLUMNS, rows.flatMap(csvLines));
  });

/** One row, read in a transaction that runs already. Throws ACCESS-HOLDER-UNKNOWN. */
export const readRow = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  scope: PeopleScope,
  holderId: Id,
): Promise<PersonRow> => {
  const directory = await readDirectory(trx, scope.edition);
  const found = directory.holders.find((each) => idOf(each) === holderId);
  if (found === undefined) throw fail('ACCESS-HOLDER-UNKNOWN', { id: holderId });
  const row = wireRow(directory, found, scope, context.clock.now());
  if (!isShown({ each: found, roles: row.roles }, { scope: 'all' }, isGuestIn(directory, scope)))
    throw fail('ACCESS-HOLDER-UNKNOWN', { id: holderId });
  return row;
};

/** One person or group. Throws ACCESS-HOLDER-UNKNOWN. */
export const getPerson = (context: EnvironmentContext, person: SignedInPerson, holderId: Id): Promise<PersonRow> =>
  inTransaction(context, async (trx) => readRow(trx, context, await readPeopleScope(trx, context, person), holderId));

/** What the caller may give. @param origin where invitations lead to; undefined where no mail goes out. */
export const getAccessOptions = (
  context: EnvironmentContext,
  person: SignedInPerson,
  origin: string | undefined,
): Promise<AccessOptions> =>
  inTransaction(context, async (trx) => {
    const scope = await readPeopleScope(trx, context, person);
    const environments = scope.access.environments.flatMap(
      ({ id, name, friendlyName, parentId, status, hasAccess }) => {
        const roles = status === 'Active' && hasAccess ? scope.rolesToGive(id) : [];
        return roles.length === 0 ? [] : [{ id, name: friendlyName ?? name, parentId, roles: [...roles] }];
      },
    );
    return {
      roles: [...ROLES[scope.edition]],
      environments,
      rolesEverywhere: [...scope.rolesToGive(null)],
      canWrite: scope.rolesToGive(context.environmentId).length > 0,
      sendsMail: origin !== undefined,
    };
  });
