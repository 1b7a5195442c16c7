import type {
  AccessOptions,
  exportPeople as exported,
  getPeople as listed,
  People,
  PersonRow,
  QueryOf,
} from '@redoubt/contracts';
import { fail, ROLES } from '@redoubt/domain';
import { DAY_MS, type Id } from '@redoubt/kernel';
import type { TenantTransaction } from '@redoubt/storage';
import type { SignedInPerson } from '../access/person-access.ts';
import { recordActivity } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { writeCsv } from '../csv/write-csv.ts';
import { inTransaction } from '../unit-of-work.ts';
import { idOf, readDirectory, type Directory } from './directory.ts';
import { readPeopleScope, type PeopleScope } from './people-scope.ts';
import { wireRow } from './person-rows.ts';

type Asked = QueryOf<typeof exported>;

const PAGE_ROWS = 100;
const ENDING_MS = 30 * DAY_MS;

/** Roles of a row that come from one source and count now. */
const comesFrom = (row: PersonRow, source: NonNullable<Asked['source']>): boolean => {
  const given = row.assignments.filter(({ isEnded }) => !isEnded);
  if (source === 'token') return row.tokenRoles.length > 0;
  if (source === 'group') return given.some(({ group }) => group !== null);
  if (source === 'above') return given.some(({ place }) => place === 'above');
  return given.some(({ group, place }) => group === null && place === 'here');
};

/** When the next role of a row ends; undefined where none does. */
const endOf = ({ assignments }: PersonRow): string | undefined =>
  assignments
    .flatMap(({ expiresAt, isEnded }) => (expiresAt === null || isEnded ? [] : [expiresAt]))
    .toSorted()
    .at(0);

const fits = (row: PersonRow, asked: Asked, nowMs: number): boolean => {
  const wanted = (asked.find ?? '').trim().toLowerCase();
  if (!`${row.name}\n${row.username}`.toLowerCase().includes(wanted)) return false;
  if (asked.kind !== undefined && (row.kind ?? 'Group') !== asked.kind) return false;
  if (asked.status !== undefined && row.status !== asked.status) return false;
  if (asked.role !== undefined && !row.roles.includes(asked.role)) return false;
  if (asked.source !== undefined && !comesFrom(row, asked.source)) return false;
  if (!asked.ending) return true;
  const end = endOf(row);
  return end !== undefined && Date.parse(end) - nowMs <= ENDING_MS;
};

const compareText = new Intl.Collator('en', { sensitivity: 'base', numeric: true }).compare;

/** What a row is ordered by; those without come last in either order. */
const sortKey = (row: PersonRow, sort: Asked['sort']): string | undefined => {
  if (sort === 'lastSeen') return row.lastSeenAt ?? undefined;
  if (sort === 'ends') return endOf(row);
  return sort === 'username' ? row.username : row.name;
};

const inOrder = (rows: readonly PersonRow[], { sort, order }: Asked): readonly PersonRow[] => {
  const turn = order === 'ascending' ? 1 : -1;
  return rows
    .map((row) => ({ row, key: sortKey(row, sort) }))
    .toSorted((left, right) => {
      if (left.key === undefined || right.key === undefined) {
        if (left.key !== right.key) return left.key === undefined ? 1 : -1;
      } else {
        const compared = compareText(left.key, right.key) * turn;
        if (compared !== 0) return compared;
      }
      return compareText(left.row.name, right.row.name) || (left.row.id < right.row.id ? -1 : 1);
    })
    .map(({ row }) => row);
};

/** Those whom the caller may know of: guests see only people of their own environments. */
export const shownIn = (row: PersonRow, asked: Pick<Asked, 'scope'>, isGuest: boolean): boolean =>
  row.roles.length > 0 || row.directoryRoles.includes('GlobalAdministrator') || (asked.scope === 'all' && !isGuest);

/** Whether the caller is a guest of the tenant. */
export const isGuestIn = ({ people }: Directory, { userId }: PeopleScope): boolean =>
  people.some((person) => person.userId === userId && person.kind === 'Guest');

const rowsOf = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  person: SignedInPerson,
  asked: Asked,
): Promise<readonly PersonRow[]> => {
  const nowMs = context.clock.now();
  const scope = await readPeopleScope(trx, context, person);
  const directory = await readDirectory(trx, scope.edition);
  const isGuest = isGuestIn(directory, scope);
  const rows = directory.holders
    .map((each) => wireRow(directory, each, scope, nowMs))
    .filter((row) => shownIn(row, asked, isGuest) && fits(row, asked, nowMs));
  return inOrder(rows, asked);
};

/** People and groups with their roles in the environment; a page begins at the row that its cursor counts to. */
export const getPeople = (
  context: EnvironmentContext,
  person: SignedInPerson,
  { cursor, ...asked }: QueryOf<typeof listed>,
): Promise<People> =>
  inTransaction(context, async (trx) => {
    const rows = await rowsOf(trx, context, person, asked);
    const from = Math.max(0, Number.parseInt(cursor ?? '0', 10) || 0);
    const to = from + PAGE_ROWS;
    return {
      rows: rows.slice(from, to),
      total: rows.length,
      nextCursor: to < rows.length ? String(to) : null,
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
    const rows = await rowsOf(trx, context, person, asked);
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
  if (!shownIn(row, { scope: 'all' }, isGuestIn(directory, scope)))
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
