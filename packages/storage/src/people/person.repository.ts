import type { PersonKind, PersonStatus } from '@redoubt/domain';
import { HOUR_MS } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

/** What the token of a person says about their rights. */
type TokenSays = {
  readonly roles: readonly string[];
  readonly directoryRoles: readonly string[];
  readonly groups: readonly string[];
  readonly groupsLeftOut: boolean;
};

/** A person who has signed in to the tenant of the transaction. */
type SeenPerson = {
  readonly userId: string;
  readonly username: string;
  readonly displayName: string;
  readonly token?: TokenSays;
};

/** A person the tenant knows: they were here, or were invited. */
export type StoredPerson = {
  readonly id: string;
  readonly userId: string;
  readonly username: string;
  readonly name: string;
  readonly kind: PersonKind;
  readonly status: PersonStatus;
  readonly invitedBy: string | null;
  readonly invitedAt: Date | null;
  readonly tokenRoles: readonly string[];
  readonly directoryRoles: readonly string[];
  readonly tokenGroups: readonly string[];
  readonly groupsLeftOut: boolean;
  readonly firstSeenAt: Date | null;
  readonly lastSeenAt: Date | null;
  /** Set while they are disabled. */
  readonly disabledAt: Date | null;
  readonly disabledBy: string | null;
  readonly disabledReason: string;
};

/** Whom a role was given to; people come to it by themselves, by a group, or by their token. */
export type PossibleHolders = {
  /** Directory ids of people. */
  readonly userIds: readonly string[];
  readonly groupIds: readonly string[];
  /** What tokens name these groups with. */
  readonly claims: readonly string[];
};

/** How old the last visit may be before another one is written down; a console asks every minute. */
const VISIT_GRAIN_MS = HOUR_MS;

/** After so long without a visit a person has signed in anew. */
const ABSENCE_MS = 2 * HOUR_MS;

/** Stands for the directory id of a person who was never here. */
const placeholderOf = (personId: string): string => `pending:${personId}`;

/** Whether SCIM keeps the person of the row. */
const IS_PROVISIONED = sql<boolean>`exists (
  select from provisioned_person p
   where p.tenant_id = person.tenant_id and p.person_id = person.person_id and p.removed_at is null)`;

const isSame = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((each, index) => each === right[index]);

/**
 * Who was invited by a sign-in name is the one who comes with it first: what was given to them is theirs from then on. Gives
 * whether a person was.
 */
const welcome = async (trx: TenantTransaction, { userId, username }: SeenPerson, at: Date): Promise<boolean> => {
  const invited = await trx
    .updateTable('person')
    .set({
      user_id: userId,
      status: sql`case when status = 'Invited' then 'Active' else status end`,
      first_seen_at: at,
      last_seen_at: at,
    })
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .where('last_seen_at', 'is', null)
    .returning('person_id as id')
    .executeTakeFirst();
  if (invited === undefined) return false;
  const placeholder = placeholderOf(invited.id);
  // What was given to the directory id itself before goes on as it is.
  await sql`
    delete from role_assignment old using role_assignment new
     where old.user_id = ${placeholder} and new.user_id = ${userId}
       and old.role = new.role and old.environment_id is not distinct from new.environment_id`.execute(trx);
  await trx.updateTable('role_assignment').set({ user_id: userId }).where('user_id', '=', placeholder).execute();
  return true;
};

/**
 * Writes down that a person is here; a visit within the hour of the last one changes nothing. Gives whether they signed in:
 * they were never here before, or not for two hours; and whether they accepted an invitation by that.
 */
export const recordSignIn = async (
  trx: TenantTransaction,
  tenantId: string,
  person: SeenPerson,
  at: Date,
): Promise<{ readonly signedIn: boolean; readonly accepted: boolean }> => {
  const { userId, token } = person;
  const known = await trx
    .selectFrom('person')
    .select([
      'username',
      'display_name',
      'last_seen_at',
      'token_roles',
      'directory_roles',
      'token_groups',
      'groups_left_out',
      IS_PROVISIONED.as('isProvisioned'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  // Names of a person whom SCIM keeps are those SCIM says.
  const names = known?.isProvisioned === true ? { username: known.username, displayName: known.display_name } : person;
  const { username, displayName } = names;
  const lastMs = known?.last_seen_at?.getTime();
  const isFresh = lastMs !== undefined && at.getTime() - lastMs < VISIT_GRAIN_MS;
  const saysTheSame =
    known !== undefined &&
    (token === undefined ||
      (isSame(known.token_roles, token.roles) &&
        isSame(known.directory_roles, token.directoryRoles) &&
        isSame(known.token_groups, token.groups) &&
        known.groups_left_out === token.groupsLeftOut));
  if (isFresh && saysTheSame && known?.username === username && known.display_name === displayName)
    return { signedIn: false, accepted: false };
  const accepted = lastMs === undefined && (known !== undefined || (await welcome(trx, person, at)));
  const says =
    token === undefined
      ? {}
      : {
          token_roles: [...token.roles],
          directory_roles: [...token.directoryRoles],
          token_groups: [...token.groups],
          groups_left_out: token.groupsLeftOut,
        };
  await trx
    .insertInto('person')
    .values({
      tenant_id: tenantId,
      user_id: userId,
      username,
      display_name: displayName,
      first_seen_at: at,
      last_seen_at: at,
      ...says,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'user_id']).doUpdateSet({
        username: sql`case when ${IS_PROVISIONED} then person.username else ${username} end`,
        display_name: sql`case when ${IS_PROVISIONED} then person.display_name else ${displayName} end`,
        first_seen_at: sql`coalesce(person.first_seen_at, ${at})`,
        last_seen_at: at,
        status: sql`case when person.status = 'Invited' then 'Active' else person.status end`,
        ...says,
      }),
    )
    .execute();
  return { signedIn: lastMs === undefined || at.getTime() - lastMs >= ABSENCE_MS, accepted };
};

/** Everybody the tenant knows, by name. @param holders only people who may hold what was given to these, and all with a role of their token. */
export const listPeople = async (trx: TenantTransaction, holders?: PossibleHolders): Promise<readonly StoredPerson[]> =>
  trx
    .selectFrom('person')
    .select([
      'person_id as id',
      'user_id as userId',
      'username',
      'display_name as name',
      'kind',
      'status',
      'invited_by as invitedBy',
      'invited_at as invitedAt',
      'token_roles as tokenRoles',
      'directory_roles as directoryRoles',
      'token_groups as tokenGroups',
      'groups_left_out as groupsLeftOut',
      'first_seen_at as firstSeenAt',
      'last_seen_at as lastSeenAt',
      'disabled_at as disabledAt',
      'disabled_by as disabledBy',
      'disabled_reason as disabledReason',
    ])
    .$if(holders !== undefined, (query) =>
      query.where(
        sql<boolean>`(cardinality(token_roles) > 0 or user_id = any(${[...(holders?.userIds ?? [])]}::text[])
          or token_groups && ${[...(holders?.claims ?? [])]}::text[]
          or person_id in (select person_id from access_group_member
                            where group_id = any(${[...(holders?.groupIds ?? [])]}::uuid[])))`,
      ),
    )
    .orderBy('display_name')
    .orderBy('person_id')
    .execute();

/** Adds a person who was never here; one with the sign-in name must not wait already. */
export const insertInvited = async (
  trx: TenantTransaction,
  tenantId: string,
  person: {
    readonly id: string;
    readonly username: string;
    readonly name: string;
    readonly kind: PersonKind;
  },
  invited: { readonly by: string; readonly at: Date },
): Promise<StoredPerson> => {
  await trx
    .insertInto('person')
    .values({
      tenant_id: tenantId,
      person_id: person.id,
      user_id: placeholderOf(person.id),
      username: person.username,
      display_name: person.name,
      kind: person.kind,
      status: 'Invited',
      invited_by: invited.by,
      invited_at: invited.at,
      first_seen_at: null,
      last_seen_at: null,
    })
    .execute();
  return {
    ...person,
    userId: placeholderOf(person.id),
    status: 'Invited',
    invitedBy: invited.by,
    invitedAt: invited.at,
    tokenRoles: [],
    directoryRoles: [],
    tokenGroups: [],
    groupsLeftOut: false,
    firstSeenAt: null,
    lastSeenAt: null,
    disabledAt: null,
    disabledBy: null,
    disabledReason: '',
  };
};

/** Notes that an invitation was sent again. */
export const renewInvitation = async (
  trx: TenantTransaction,
  personId: string,
  invited: { readonly by: string; readonly at: Date },
): Promise<void> => {
  await trx
    .updateTable('person')
    .set({ invited_by: invited.by, invited_at: invited.at })
    .where('person_id', '=', personId)
    .execute();
};

/** Takes every right from a person, whatever they hold; what was given to them stays. */
export const disablePerson = async (
  trx: TenantTransaction,
  personId: string,
  { by, at, reason }: { readonly by: string; readonly at: Date; readonly reason: string },
): Promise<void> => {
  await trx
    .updateTable('person')
    .set({ status: 'Disabled', disabled_by: by, disabled_at: at, disabled_reason: reason })
    .where('person_id', '=', personId)
    .execute();
};

/** Lets what a disabled person holds count again; one who was never here is invited as before. */
export const enablePerson = async (trx: TenantTransaction, personId: string): Promise<void> => {
  await trx
    .updateTable('person')
    .set({
      status: sql`case when last_seen_at is null then 'Invited' else 'Active' end`,
      disabled_by: null,
      disabled_at: null,
      disabled_reason: '',
    })
    .where('person_id', '=', personId)
    .execute();
};

/** Forgets a person who was invited and never came. */
export const deleteInvited = async (trx: TenantTransaction, personId: string): Promise<void> => {
  await trx.deleteFrom('person').where('person_id', '=', personId).where('last_seen_at', 'is', null).execute();
};

/** Whether a person of this sign-in name has been here or holds a role that was given to them, and may do anything. */
export const isKnownUser = async (trx: TenantTransaction, username: string, at: Date): Promise<boolean> => {
  const name = username.toLowerCase();
  const seen = await trx
    .selectFrom('person')
    .select('status')
    .where(sql`lower(username)`, '=', name)
    .execute();
  if (seen.some(({ status }) => status === 'Active')) return true;
  if (seen.some(({ status }) => status === 'Disabled')) return false;
  const given = await trx
    .selectFrom('role_assignment')
    .select('assignment_id')
    .where(sql`lower(username)`, '=', name)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', at)]))
    .executeTakeFirst();
  return given !== undefined;
};
