import { isInvitableUsername, MAX_PERSON_NAME, MAX_USERNAME } from '@redoubt/domain';
import { newId, type Id } from '@redoubt/kernel';
import {
  findScimPeople,
  forgetInvited,
  insertInvited,
  removeProvisionedPerson,
  renamePerson,
  saveProvisionedPerson,
  type ProvisionedFields,
  type ScimPerson,
  type TenantTransaction,
} from '@redoubt/storage';
import SCIMMY from 'scimmy';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import type { ServiceContext } from '../context.ts';
import { endAccessOf, renewAccessOf } from '../people/end-access.ts';
import { invalidValue, reading, ScimError } from './scim-error.ts';
import { booleanOf, emailOf, keptEmails } from './scim-patch.ts';

const DISABLED_REASON = 'Deactivated by the identity provider';
const ENABLED_REASON = 'Activated by the identity provider';
const MAX_EXTERNAL_ID = 256;

/** What SCIM can say of a person. */
type UserFields = ProvisionedFields & {
  readonly username: string;
  readonly name: string;
  /** Undefined leaves the state as it is. */
  readonly active: boolean | undefined;
};

type Wire = Readonly<Record<string, unknown>>;

/** A person as SCIM answers them, without what depends on the call. */
export const wireUser = (person: ScimPerson): Wire => {
  const { givenName, familyName, email, externalId, createdAt, changedAt } = person;
  const name = {
    ...(givenName === null ? {} : { givenName }),
    ...(familyName === null ? {} : { familyName }),
  };
  return {
    id: person.id,
    ...(externalId === null ? {} : { externalId }),
    userName: person.username,
    displayName: person.name,
    ...(Object.keys(name).length === 0 ? {} : { name: { formatted: person.name, ...name } }),
    active: person.status !== 'Disabled',
    ...(email === null ? {} : { emails: keptEmails(email) }),
    meta: {
      ...(createdAt === null ? {} : { created: createdAt.toISOString() }),
      ...(changedAt === null ? {} : { lastModified: changedAt.toISOString() }),
    },
  };
};

/** A text of at most so many characters without control characters; null where there is none. */
export const textOf = (value: unknown, place: string, most: number): string | null => {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string') throw invalidValue(`${place} must be a text.`);
  if (value.length > most) throw invalidValue(`${place} is longer than ${most} characters; shorten it in the mapping.`);
  if (/\p{Cc}/u.test(value)) throw invalidValue(`${place} holds control characters; remove them in the mapping.`);
  return value.trim() === '' ? null : value.trim();
};

/** A body of POST or PUT in the notation of the schema: clients differ in how they write states and addresses. */
export const readUser = (body: Wire): SCIMMY.Schemas.User => {
  const entries = Object.entries(body).map(([key, value]): readonly [string, unknown] => {
    const name = key.toLowerCase();
    if (name === 'active') return [key, booleanOf(value)];
    return name === 'emails' ? [key, keptEmails(emailOf(value))] : [key, value];
  });
  const given = Object.fromEntries(entries.filter(([, value]) => value !== null));
  return reading('invalidValue', () => new SCIMMY.Schemas.User(given, 'in'));
};

/** What a resource says of a person. @throws `ScimError` that names the attribute. */
const fieldsOf = (user: SCIMMY.Schemas.User, before: ScimPerson | undefined): UserFields => {
  const { userName, externalId, displayName, name, emails, active } = user as unknown as Wire;
  const { formatted, givenName, familyName } = (name ?? {}) as Wire;
  const username = textOf(userName, 'userName', MAX_USERNAME);
  if (username === null) throw invalidValue('userName is missing: the name that the person signs in with.');
  if (username !== before?.username && !isInvitableUsername(username))
    throw invalidValue('userName must be an e-mail address, the name that the person signs in with.');
  const given = textOf(givenName, 'name.givenName', MAX_PERSON_NAME);
  const family = textOf(familyName, 'name.familyName', MAX_PERSON_NAME);
  const both = [given, family].flatMap((part) => part ?? []).join(' ');
  return {
    username,
    name:
      textOf(displayName, 'displayName', MAX_PERSON_NAME) ??
      textOf(formatted, 'name.formatted', MAX_PERSON_NAME) ??
      (both === '' ? username : both.slice(0, MAX_PERSON_NAME)),
    externalId: textOf(externalId, 'externalId', MAX_EXTERNAL_ID),
    givenName: given,
    familyName: family,
    email: textOf((emails as readonly Wire[] | undefined)?.[0]?.['value'], 'emails.value', MAX_USERNAME),
    active: typeof active === 'boolean' ? active : undefined,
  };
};

/** The person that SCIM sees by an id. @throws `ScimError` 404. */
export const requireUser = async (trx: TenantTransaction, id: Id): Promise<ScimPerson> => {
  const [person] = await findScimPeople(trx, { id });
  if (person === undefined || person.removedAt !== null)
    throw new ScimError(404, null, 'There is no person of this id. Look for the person with filter=userName eq "…".');
  return person;
};

const TAKEN =
  'A person of this userName exists. Look for the person with filter=userName eq "…", and change that one with PATCH or PUT.';

const requireFree = async (trx: TenantTransaction, username: string, own?: Id): Promise<ScimPerson | undefined> => {
  const others = (await findScimPeople(trx, { username })).filter(({ id }) => id !== own);
  if (others.some(({ removedAt }) => removedAt === null)) throw new ScimError(409, 'uniqueness', TAKEN);
  return others[0];
};

/** What the activity log keeps: states as they are, names and ids as hashes. */
const recorded = ({ username, name, externalId, givenName, familyName, email }: Omit<UserFields, 'active'>) => ({
  username,
  name,
  externalId,
  givenName,
  familyName,
  email,
});

/** Disables or enables a person as SCIM says; gives when SCIM disabled them. Whom administrators disabled stays so. */
const applyState = async (
  trx: TenantTransaction,
  context: ServiceContext,
  person: ScimPerson,
  active: boolean | undefined,
): Promise<Date | null> => {
  const { status, disabledAt, deactivatedAt } = person;
  if (active === false && status !== 'Disabled') {
    await endAccessOf(trx, context, person, DISABLED_REASON);
    return changedBy(context).at;
  }
  const isOwn = deactivatedAt !== null && disabledAt?.getTime() === deactivatedAt.getTime();
  if (active !== true || status !== 'Disabled' || !isOwn) return deactivatedAt;
  await renewAccessOf(trx, context, person, ENABLED_REASON);
  return null;
};

const write = async (
  trx: TenantTransaction,
  context: ServiceContext,
  before: ScimPerson,
  fields: UserFields,
): Promise<ScimPerson> => {
  const { username, name, active } = fields;
  if (username.toLowerCase() !== before.username.toLowerCase()) {
    const removed = await requireFree(trx, username, before.id);
    // One sign-in name waits for one person.
    if (removed !== undefined && removed.lastSeenAt === null) throw new ScimError(409, 'uniqueness', TAKEN);
  }
  if (username !== before.username || name !== before.name) await renamePerson(trx, before, { username, name });
  const deactivatedAt = await applyState(trx, context, { ...before, name }, active);
  const original = recorded(before);
  const modified = recorded(fields);
  const isSame = JSON.stringify(original) === JSON.stringify(modified);
  const isKept = before.createdAt !== null && before.removedAt === null;
  if (isKept && isSame && deactivatedAt?.getTime() === before.deactivatedAt?.getTime()) return before;
  await saveProvisionedPerson(trx, context.tenantId, before.id, { ...fields, deactivatedAt }, changedBy(context).at);
  if (!isKept || !isSame)
    await recordActivity(trx, context, {
      operation: isKept ? 'Update' : 'Create',
      type: 'UserAccess',
      id: before.userId,
      name,
      environmentId: null,
      ...(isKept ? { original } : {}),
      modified,
    });
  return requireUser(trx, before.id);
};

/** Adds a person, who is invited until they sign in; one who was removed before is back with it. */
export const createUser = async (
  trx: TenantTransaction,
  context: ServiceContext,
  user: SCIMMY.Schemas.User,
): Promise<ScimPerson> => {
  const fields = fieldsOf(user, undefined);
  const removed = await requireFree(trx, fields.username);
  // Who comes back is active unless SCIM says otherwise.
  if (removed !== undefined) return write(trx, context, removed, { ...fields, active: fields.active ?? true });
  const id = newId();
  await insertInvited(
    trx,
    context.tenantId,
    { id, username: fields.username, name: fields.name, kind: 'Member' },
    changedBy(context),
  );
  return write(trx, context, await requireUser(trx, id), fields);
};

/** Puts what a resource says in the place of what SCIM said of a person before. */
export const replaceUser = (
  trx: TenantTransaction,
  context: ServiceContext,
  before: ScimPerson,
  user: SCIMMY.Schemas.User,
): Promise<ScimPerson> => write(trx, context, before, fieldsOf(user, before));

/**
 * Takes a person out of SCIM: every right ends with all sign-ins, and groups of SCIM lose them. One who was never here and holds
 * no role is forgotten; any other stays as a disabled person, since the activity log and cases name them.
 */
export const deleteUser = async (
  trx: TenantTransaction,
  context: ServiceContext,
  person: ScimPerson,
): Promise<void> => {
  const { at } = changedBy(context);
  const isForgotten = await forgetInvited(trx, person);
  if (!isForgotten) {
    const deactivatedAt = await applyState(trx, context, person, false);
    await removeProvisionedPerson(trx, context.tenantId, person.id, { at, deactivatedAt });
  }
  await recordActivity(trx, context, {
    operation: 'Delete',
    type: 'UserAccess',
    id: person.userId,
    name: person.name,
    environmentId: null,
    original: recorded(person),
  });
};
