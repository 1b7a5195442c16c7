import { newId, type Id } from '@redoubt/kernel';
import {
  findProvisionedGroup,
  insertGroup,
  listProvisionedGroups,
  removeProvisionedGroup,
  saveProvisionedGroup,
  seenByScim,
  setGroupMembers,
  type TenantTransaction,
} from '@redoubt/storage';
import SCIMMY from 'scimmy';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import type { ServiceContext } from '../context.ts';
import { invalidValue, reading, ScimError } from './scim-error.ts';
import { memberIds, type MemberChange } from './scim-patch.ts';
import { textOf } from './scim-users.ts';

/** A group that SCIM keeps, with its members. */
export type ScimGroup = Awaited<ReturnType<typeof listProvisionedGroups>>[number];

type Wire = Readonly<Record<string, unknown>>;

const MAX_GROUP_NAME = 200;
const MAX_EXTERNAL_ID = 256;

/** A group as SCIM answers it, without what depends on the call. */
export const wireGroup = (group: ScimGroup, base: string): Wire => ({
  id: group.id,
  ...(group.externalId === null ? {} : { externalId: group.externalId }),
  displayName: group.name,
  ...(group.members.length === 0
    ? {}
    : {
        members: group.members.map(({ personId, name }) => ({
          value: personId,
          display: name,
          $ref: `${base}/Users/${personId}`,
          type: 'User',
        })),
      }),
  meta: {
    created: group.createdAt.toISOString(),
    lastModified: (group.changedAt ?? group.createdAt).toISOString(),
  },
});

/** The group that SCIM keeps by an id. @throws `ScimError` 404. */
export const requireGroup = async (trx: TenantTransaction, id: Id): Promise<ScimGroup> => {
  const [group] = await listProvisionedGroups(trx, id);
  if (group === undefined)
    throw new ScimError(404, null, 'There is no group of this id. Look for the group with filter=displayName eq "…".');
  return group;
};

const requireMembers = async (trx: TenantTransaction, ids: ReadonlySet<Id>): Promise<void> => {
  const seen = await seenByScim(trx, [...ids]);
  if ([...ids].some((id) => !seen.has(id)))
    throw invalidValue('members: a value is the id of no person here. Provision the person first.');
};

type GroupFields = { readonly name: string; readonly externalId: string | null };

/** A body of POST or PUT in the notation of the schema, and the members it names; undefined where it names none. */
export const readGroup = (
  body: Wire,
): { readonly group: SCIMMY.Schemas.Group; readonly ids: readonly string[] | undefined } => {
  const [, members] = Object.entries(body).find(([key]) => key.toLowerCase() === 'members') ?? [];
  const others = Object.entries(body).filter(([key, value]) => key.toLowerCase() !== 'members' && value !== null);
  return {
    group: reading('invalidValue', () => new SCIMMY.Schemas.Group(Object.fromEntries(others), 'in')),
    ids: members === undefined ? undefined : memberIds(members),
  };
};

const fieldsOf = (group: SCIMMY.Schemas.Group): GroupFields => {
  const { displayName, externalId } = group as unknown as Wire;
  const name = textOf(displayName, 'displayName', MAX_GROUP_NAME);
  if (name === null) throw invalidValue('displayName is missing: the name of the group.');
  return { name, externalId: textOf(externalId, 'externalId', MAX_EXTERNAL_ID) };
};

/** Tokens name a group by what the identity provider calls it: Entra ID its object id, Okta its name. */
const claimOf = ({ name, externalId }: GroupFields): string => externalId ?? name;

const TAKEN =
  'A group of this externalId or displayName exists. Look for the group with filter=displayName eq "…", and change that one.';

/** The members after some changes. */
const membersAfter = (before: readonly Id[], changes: readonly MemberChange[]): ReadonlySet<Id> => {
  let members = new Set(before);
  for (const change of changes) {
    if (change.op === 'clear') members.clear();
    else if (change.op === 'replace') members = new Set(change.ids);
    else if (change.op === 'add') for (const id of change.ids) members.add(id);
    else for (const id of change.ids) members.delete(id);
  }
  return members;
};

const recorded = ({ name, externalId }: GroupFields, members: ReadonlySet<Id>) => ({
  group: name,
  externalId,
  members: [...members].toSorted(),
});

/** Writes names and members of a group, where they differ from what is kept. */
const write = async (
  trx: TenantTransaction,
  context: ServiceContext,
  before: ScimGroup,
  fields: GroupFields,
  changes: readonly MemberChange[],
): Promise<ScimGroup> => {
  const { at } = changedBy(context);
  const had = new Set(before.members.map(({ personId }) => personId));
  const has = membersAfter([...had], changes);
  const added = new Set([...has].filter((id) => !had.has(id)));
  const removed = new Set([...had].filter((id) => !has.has(id)));
  const isRenamed = fields.name !== before.name || fields.externalId !== before.externalId;
  const isKept = before.provisionedAt !== null && before.removedAt === null;
  if (isKept && !isRenamed && added.size === 0 && removed.size === 0) return before;
  await requireMembers(trx, added);
  // A name that an administrator entered stays what tokens would name the group with.
  const claim = before.claim === claimOf(before) || before.claim === null ? claimOf(fields) : before.claim;
  if (isRenamed || !isKept) {
    const other = await findProvisionedGroup(trx, { claim, externalId: fields.externalId });
    if (other !== undefined && other.id !== before.id) throw new ScimError(409, 'uniqueness', TAKEN);
  }
  await saveProvisionedGroup(trx, before.id, { ...fields, claim }, at);
  await setGroupMembers(trx, context.tenantId, before.id, { added: [...added], removed: [...removed] });
  await recordActivity(trx, context, {
    operation: isKept ? 'Update' : 'Create',
    type: 'UserAccess',
    id: before.id,
    name: fields.name,
    environmentId: null,
    ...(isKept ? { original: recorded(before, had) } : {}),
    modified: recorded(fields, has),
  });
  return requireGroup(trx, before.id);
};

/**
 * Adds a group. One that tokens named the same becomes it, with the roles that were given to it: from then on its members are
 * those SCIM names.
 */
export const createGroup = async (trx: TenantTransaction, context: ServiceContext, body: Wire): Promise<ScimGroup> => {
  const { group, ids } = readGroup(body);
  const fields = fieldsOf(group);
  const changes: readonly MemberChange[] = ids === undefined ? [] : [{ op: 'replace', ids }];
  const known = await findProvisionedGroup(trx, { claim: claimOf(fields), externalId: fields.externalId });
  if (known !== undefined) {
    if (known.provisionedAt !== null && known.removedAt === null) throw new ScimError(409, 'uniqueness', TAKEN);
    return write(trx, context, { ...known, members: [] }, fields, changes);
  }
  const { by, at } = changedBy(context);
  const id = newId();
  const added = { id, name: fields.name, claim: claimOf(fields), createdBy: by, createdAt: at, provisionedAt: null };
  await insertGroup(trx, context.tenantId, added);
  const empty = { ...added, externalId: null, changedAt: null, removedAt: null, members: [] };
  return write(trx, context, empty, fields, changes);
};

/** Puts what a resource says in the place of what SCIM said of a group before; without members it has none. */
export const replaceGroup = (
  trx: TenantTransaction,
  context: ServiceContext,
  before: ScimGroup,
  body: Wire,
): Promise<ScimGroup> => {
  const { group, ids = [] } = readGroup(body);
  return write(trx, context, before, fieldsOf(group), [{ op: 'replace', ids }]);
};

/** Changes names and members of a group. */
export const changeGroup = (
  trx: TenantTransaction,
  context: ServiceContext,
  before: ScimGroup,
  group: SCIMMY.Schemas.Group,
  changes: readonly MemberChange[],
): Promise<ScimGroup> => write(trx, context, before, fieldsOf(group), changes);

/** Takes a group out of SCIM. While roles are given to it, it stays in the console without members. */
export const deleteGroup = async (trx: TenantTransaction, context: ServiceContext, group: ScimGroup): Promise<void> => {
  await removeProvisionedGroup(trx, group.id, changedBy(context).at);
  await recordActivity(trx, context, {
    operation: 'Delete',
    type: 'UserAccess',
    id: group.id,
    name: group.name,
    environmentId: null,
    original: recorded(group, new Set(group.members.map(({ personId }) => personId))),
  });
};
