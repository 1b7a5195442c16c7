import type { PersonStatus } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

/** What SCIM says of a person beyond what every person has. */
export type ProvisionedFields = {
  readonly externalId: string | null;
  readonly givenName: string | null;
  readonly familyName: string | null;
  readonly email: string | null;
};

/** A person as SCIM sees them: one it keeps, or one who has an account in the tenant. */
export type ScimPerson = ProvisionedFields & {
  readonly id: Id;
  readonly userId: string;
  readonly username: string;
  readonly name: string;
  readonly status: PersonStatus;
  readonly lastSeenAt: Date | null;
  readonly disabledAt: Date | null;
  readonly disabledReason: string;
  /** Null for one SCIM never wrote. */
  readonly createdAt: Date | null;
  readonly changedAt: Date | null;
  readonly deactivatedAt: Date | null;
  readonly removedAt: Date | null;
};

/** Which people are looked for; all where nothing is named. */
type PeopleSearch = { readonly id?: Id; readonly username?: string; readonly externalId?: string };

/** A part of what is found, those removed through SCIM left out; all of it where absent. */
type PeoplePage = { readonly skip: number; readonly most: number };

/** People by what names them, also those removed through SCIM; who was here last comes first where several have a name. */
export const findScimPeople = (
  trx: TenantTransaction,
  search: PeopleSearch,
  page?: PeoplePage,
): Promise<readonly ScimPerson[]> =>
  trx
    .selectFrom('person')
    .leftJoin('provisioned_person as own', (join) =>
      join.onRef('own.tenant_id', '=', 'person.tenant_id').onRef('own.person_id', '=', 'person.person_id'),
    )
    .select([
      'person.person_id as id',
      'user_id as userId',
      'username',
      'display_name as name',
      'status',
      'last_seen_at as lastSeenAt',
      'disabled_at as disabledAt',
      'disabled_reason as disabledReason',
      'external_id as externalId',
      'given_name as givenName',
      'family_name as familyName',
      'email',
      'created_at as createdAt',
      'changed_at as changedAt',
      'deactivated_at as deactivatedAt',
      'removed_at as removedAt',
    ])
    .$if(search.id !== undefined, (query) => query.where('person.person_id', '=', search.id ?? ''))
    .$if(search.username !== undefined, (query) =>
      query.where(sql`lower(username)`, '=', (search.username ?? '').toLowerCase()),
    )
    .$if(search.externalId !== undefined, (query) => query.where('external_id', '=', search.externalId ?? ''))
    .orderBy(sql`last_seen_at desc nulls last`)
    .orderBy('person.person_id')
    .$if(page !== undefined, (query) =>
      query
        .where('removed_at', 'is', null)
        .offset(page?.skip ?? 0)
        .limit(page?.most ?? 0),
    )
    .execute();

/** How many people SCIM sees. */
export const countScimPeople = async (trx: TenantTransaction): Promise<number> => {
  const { rows } = await sql<{ people: number }>`
    select count(*)::int as people from person p left join provisioned_person own using (tenant_id, person_id)
     where own.removed_at is null`.execute(trx);
  return rows[0]?.people ?? 0;
};

/** Which of some people SCIM sees: those it removed are left out. */
export const seenByScim = async (trx: TenantTransaction, ids: readonly Id[]): Promise<ReadonlySet<Id>> => {
  const { rows } = await sql<{ id: Id }>`
    select p.person_id as id from person p left join provisioned_person own using (tenant_id, person_id)
     where p.person_id = any(${[...ids]}::uuid[]) and own.removed_at is null`.execute(trx);
  return new Set(rows.map(({ id }) => id));
};

/** Keeps what SCIM says of a person; one it removed before is back by that. */
export const saveProvisionedPerson = async (
  trx: TenantTransaction,
  tenantId: Id,
  personId: Id,
  fields: ProvisionedFields & { readonly deactivatedAt: Date | null },
  at: Date,
): Promise<void> => {
  const values = {
    external_id: fields.externalId,
    given_name: fields.givenName,
    family_name: fields.familyName,
    email: fields.email,
    deactivated_at: fields.deactivatedAt,
    removed_at: null,
    changed_at: at,
  };
  await trx
    .insertInto('provisioned_person')
    .values({ tenant_id: tenantId, person_id: personId, created_at: at, ...values })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'person_id']).doUpdateSet(values))
    .execute();
};

/** Gives a person another sign-in name and name, also where roles keep a copy of them. */
export const renamePerson = async (
  trx: TenantTransaction,
  { id, userId }: Pick<ScimPerson, 'id' | 'userId'>,
  names: { readonly username: string; readonly name: string },
): Promise<void> => {
  const values = { username: names.username, display_name: names.name };
  await trx.updateTable('person').set(values).where('person_id', '=', id).execute();
  await trx
    .updateTable('role_assignment')
    .set(values)
    .where('holder', '=', 'Person')
    .where('user_id', '=', userId)
    .execute();
};

/** Hides a person from SCIM, and takes them out of its groups. What it said of them goes. */
export const removeProvisionedPerson = async (
  trx: TenantTransaction,
  tenantId: Id,
  personId: Id,
  { at, deactivatedAt }: { readonly at: Date; readonly deactivatedAt: Date | null },
): Promise<void> => {
  const nothing = { externalId: null, givenName: null, familyName: null, email: null };
  await saveProvisionedPerson(trx, tenantId, personId, { ...nothing, deactivatedAt }, at);
  await trx.updateTable('provisioned_person').set({ removed_at: at }).where('person_id', '=', personId).execute();
  await trx.deleteFrom('access_group_member').where('person_id', '=', personId).execute();
};

/** Forgets a person who was never here and holds no role; false where there is more to keep. */
export const forgetInvited = async (
  trx: TenantTransaction,
  { id, userId }: Pick<ScimPerson, 'id' | 'userId'>,
): Promise<boolean> => {
  const { numDeletedRows } = await trx
    .deleteFrom('person')
    .where('person_id', '=', id)
    .where('last_seen_at', 'is', null)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('role_assignment')
            .select('assignment_id')
            .where('holder', '=', 'Person')
            .where('user_id', '=', userId),
        ),
      ),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

/** How many people and groups SCIM keeps. */
export const countProvisioned = async (
  trx: TenantTransaction,
): Promise<{ readonly people: number; readonly disabled: number; readonly groups: number }> => {
  const { rows } = await sql<{ people: number; disabled: number; groups: number }>`
    select count(*)::int as people, (count(*) filter (where status = 'Disabled'))::int as disabled,
           (select count(*)::int from access_group where provisioned_at is not null and removed_at is null) as groups
      from provisioned_person own join person using (tenant_id, person_id)
     where own.removed_at is null`.execute(trx);
  return rows[0] ?? { people: 0, disabled: 0, groups: 0 };
};
