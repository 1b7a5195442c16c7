import type { AssignmentTarget } from '@redoubt/contracts';
import { fail, isInvitableUsername } from '@redoubt/domain';
import { newId } from '@redoubt/kernel';
import { insertGroup, insertInvited, type StoredPerson, type TenantTransaction } from '@redoubt/storage';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { idOf, type Directory, type Holder } from './directory.ts';

type Known = Extract<AssignmentTarget, { readonly kind: 'known' }>;
type Unknown = Exclude<AssignmentTarget, Known>;

const isMeant = (each: Holder, target: AssignmentTarget): boolean => {
  if (target.kind === 'known') return each.holder === target.holder && idOf(each) === target.id;
  if (each.holder === 'Group') return target.kind === 'group' && each.group.claim === target.claim;
  return target.kind === 'invitation' && each.person.username.toLowerCase() === target.username.toLowerCase();
};

const addGroup = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  { claim, name }: Extract<Unknown, { readonly kind: 'group' }>,
): Promise<Holder> => {
  const { by, at } = changedBy(context);
  const group = { id: newId(), name, claim, createdBy: by, createdAt: at, provisionedAt: null };
  await insertGroup(trx, context.tenantId, group);
  await recordActivity(trx, context, {
    operation: 'Create',
    type: 'UserAccess',
    id: group.id,
    name,
    environmentId: context.environmentId,
    modified: { group: name, claim },
  });
  return { holder: 'Group', group };
};

const invite = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  { username, name, isGuest }: Extract<Unknown, { readonly kind: 'invitation' }>,
): Promise<StoredPerson> => {
  if (!isInvitableUsername(username)) throw fail('ACCESS-USERNAME-INVALID', { username });
  const kind = isGuest ? 'Guest' : 'Member';
  return insertInvited(
    trx,
    context.tenantId,
    { id: newId(), username, name: name === '' ? username : name, kind },
    changedBy(context),
  );
};

/** Whom roles are given to, and those of them who were invited by it. */
export type Targets = { readonly holders: readonly Holder[]; readonly invited: readonly StoredPerson[] };

/**
 * The people and groups that are meant, each once; unknown people are invited, and unknown groups noted.
 *
 * @throws `ACCESS-HOLDER-UNKNOWN`, `ACCESS-USERNAME-INVALID`.
 */
export const takeTargets = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  directory: Directory,
  targets: readonly AssignmentTarget[],
): Promise<Targets> => {
  const holders: Holder[] = [];
  const invited: StoredPerson[] = [];
  for (const target of targets) {
    if (holders.some((each) => isMeant(each, target))) continue;
    const known = directory.holders.find((each) => isMeant(each, target));
    if (known) holders.push(known);
    else if (target.kind === 'known') throw fail('ACCESS-HOLDER-UNKNOWN', { id: target.id });
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
    else if (target.kind === 'group') holders.push(await addGroup(trx, context, target));
    else {
      // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
      const person = await invite(trx, context, target);
      invited.push(person);
      holders.push({ holder: 'Person', person });
    }
  }
  return { holders, invited };
};
