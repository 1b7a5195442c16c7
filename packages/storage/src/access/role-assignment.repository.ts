import type { RoleHolder } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

/** A role given to a person or a group; `environmentId` null means everywhere in the tenant. */
export type StoredAssignment = {
  readonly id: string;
  readonly holder: RoleHolder;
  /** Directory id of a person, or id of a group. */
  readonly holderId: string;
  readonly role: string;
  readonly environmentId: string | null;
  readonly expiresAt: Date | null;
  readonly reason: string;
  readonly assignedBy: string;
  readonly assignedAt: Date;
  readonly version: number;
};

type NewAssignment = {
  readonly id: string;
  readonly holder?: RoleHolder;
  readonly userId: string;
  readonly username: string;
  readonly displayName: string;
  readonly role: string;
  readonly environmentId: string | null;
  readonly expiresAt: Date | null;
  readonly reason?: string;
};

type Assigned = { readonly by: string; readonly at: Date };

/** A role that a person holds now, by themselves or through a group. */
export type HeldRole = { readonly role: string; readonly environmentId: string | null; readonly assignedAt: Date };

/**
 * The roles that a person and their groups were given and that are in force at a time; none where they are disabled. Members
 * of a group that SCIM keeps are those SCIM named, whatever a token says of it.
 *
 * @param claims groups as the token names them; what the newest token said where undefined.
 */
export const heldRoles = async (
  trx: TenantTransaction,
  userId: string,
  claims: readonly string[] | undefined,
  at: Date,
): Promise<{ readonly roles: readonly HeldRole[]; readonly isDisabled: boolean }> => {
  const person = await trx
    .selectFrom('person')
    .select(['status', 'token_groups'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (person?.status === 'Disabled') return { roles: [], isDisabled: true };
  const groups = [...(claims ?? person?.token_groups ?? [])];
  const { rows } = await sql<HeldRole>`
    select role, environment_id as "environmentId", assigned_at as "assignedAt" from role_assignment a
     where (a.expires_at is null or a.expires_at > ${at})
       and (a.holder = 'Person' and a.user_id = ${userId}
         or a.holder = 'Group' and a.user_id in (
           select group_id::text from access_group
            where claim = any(${groups}::text[]) and provisioned_at is null
           union all
           select m.group_id::text from access_group_member m join person p using (tenant_id, person_id)
            where p.user_id = ${userId}))
     order by role`.execute(trx);
  return { roles: rows, isDisabled: false };
};

/** How many people who are not disabled hold roles in the same places, and say the same of themselves by their tokens. */
type CountedPlaces = {
  readonly people: number;
  /** Null among them for the whole tenant. */
  readonly places: readonly (Id | null)[];
  readonly tokenRoles: readonly string[];
  readonly directoryRoles: readonly string[];
};

/**
 * Where people hold something, counted: what was given to them, to groups that SCIM put them in, and to groups that their
 * token names.
 *
 * @param roles those that count in the edition.
 */
export const countHeldPlaces = async (
  trx: TenantTransaction,
  roles: readonly string[],
  at: Date,
): Promise<readonly CountedPlaces[]> => {
  const { rows } = await sql<CountedPlaces>`
    with given as materialized (
      select distinct holder, user_id, environment_id from role_assignment
       where role = any(${[...roles]}::text[]) and (expires_at is null or expires_at > ${at})
    ), held as (
      select p.person_id, given.environment_id from person p join given on given.holder = 'Person' and given.user_id = p.user_id
      union
      select m.person_id, given.environment_id
        from access_group_member m join given on given.holder = 'Group' and given.user_id = m.group_id::text
      union
      select p.person_id, given.environment_id
        from person p cross join unnest(p.token_groups) as named (claim)
        join access_group g on g.claim = named.claim and g.provisioned_at is null
        join given on given.holder = 'Group' and given.user_id = g.group_id::text
    ), placed as (
      select person_id, array_agg(environment_id order by environment_id) as places from held group by person_id
    )
    select count(*)::int as people, coalesce(places, '{}') as places, token_roles as "tokenRoles",
           directory_roles as "directoryRoles"
      from person left join placed using (person_id) where status <> 'Disabled'
     group by places, token_roles, directory_roles`.execute(trx);
  return rows;
};

/** Every role that was given in the tenant, also those that ended; of one role only where it is named. */
export const listAssignments = async (trx: TenantTransaction, role?: string): Promise<readonly StoredAssignment[]> =>
  trx
    .selectFrom('role_assignment')
    .select([
      'assignment_id as id',
      'holder',
      'user_id as holderId',
      'role',
      'environment_id as environmentId',
      'expires_at as expiresAt',
      'reason',
      'assigned_by as assignedBy',
      'assigned_at as assignedAt',
      'version',
    ])
    .$if(role !== undefined, (query) => query.where('role', '=', role ?? ''))
    .orderBy('assigned_at')
    .orderBy('assignment_id')
    .execute();

/** Gives a role; giving it again changes when it expires, and why it was given. */
export const saveAssignment = async (
  trx: TenantTransaction,
  tenantId: string,
  assignment: NewAssignment,
  assigned: Assigned,
): Promise<void> => {
  const { expiresAt, reason = '', holder = 'Person' } = assignment;
  await trx
    .insertInto('role_assignment')
    .values({
      tenant_id: tenantId,
      assignment_id: assignment.id,
      holder,
      user_id: assignment.userId,
      username: assignment.username,
      display_name: assignment.displayName,
      role: assignment.role,
      environment_id: assignment.environmentId,
      expires_at: expiresAt,
      reason,
      assigned_by: assigned.by,
      assigned_at: assigned.at,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'user_id', 'role', 'environment_id']).doUpdateSet((set) => ({
        expires_at: expiresAt,
        reason,
        assigned_by: assigned.by,
        assigned_at: assigned.at,
        version: set('role_assignment.version', '+', 1),
      })),
    )
    .execute();
};

/** Changes when a role ends, or puts another in its place. */
export const updateAssignment = async (
  trx: TenantTransaction,
  assignmentId: string,
  changes: { readonly role: string; readonly expiresAt: Date | null; readonly reason: string },
  assigned: Assigned,
): Promise<void> => {
  await trx
    .updateTable('role_assignment')
    .set((set) => ({
      role: changes.role,
      expires_at: changes.expiresAt,
      reason: changes.reason,
      assigned_by: assigned.by,
      assigned_at: assigned.at,
      version: set('version', '+', 1),
    }))
    .where('assignment_id', '=', assignmentId)
    .execute();
};

/** Takes roles away. */
export const deleteAssignments = async (trx: TenantTransaction, assignmentIds: readonly string[]): Promise<void> => {
  if (assignmentIds.length === 0) return;
  await trx.deleteFrom('role_assignment').where('assignment_id', 'in', assignmentIds).execute();
};
