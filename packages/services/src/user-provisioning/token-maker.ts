import { ROLES } from '@redoubt/domain';
import { newId, type Id } from '@redoubt/kernel';
import {
  findTokenMaker,
  listEnvironments,
  revokeProvisioningToken,
  type StoredProvisioningToken,
  type TenantTransaction,
} from '@redoubt/storage';
import type { SignedInPerson } from '../access/person-access.ts';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import type { EnvironmentContext, ServiceContext } from '../context.ts';
import { raiseNotice } from '../notices/raise-notice.ts';
import { readPeopleScope } from '../people/people-scope.ts';

const ACTOR = { kind: 'system', id: 'user-provisioning', name: 'Redoubt' } as const;

/**
 * Whether a person may hand the keeping of people and groups to an identity provider: members of groups get the roles of these,
 * so only who may give every role in the whole tenant.
 */
export const mayProvision = async (
  trx: TenantTransaction,
  context: Pick<EnvironmentContext, 'clock' | 'environmentId'>,
  person: SignedInPerson,
): Promise<boolean> => {
  const scope = await readPeopleScope(trx, context, person);
  return scope.rolesToGive(null).length === ROLES[scope.edition].length;
};

/**
 * Whether who made a token may still make one: by the roles given to them and their groups, and those that their newest
 * sign-in named. A long absence takes nothing away. Makers are known from their first visit to the console on.
 */
export const mayMakerProvision = async (
  trx: TenantTransaction,
  { clock }: Pick<ServiceContext, 'clock'>,
  { creatorId }: Pick<StoredProvisioningToken, 'creatorId'>,
): Promise<boolean> => {
  const maker = await findTokenMaker(trx, creatorId);
  const root = (await listEnvironments(trx)).find(({ parentId }) => parentId === null);
  if (maker === undefined || root === undefined) return true;
  const person = { userId: creatorId, roles: maker.tokenRoles, wids: maker.directoryRoles };
  return mayProvision(trx, { clock, environmentId: root.id }, person);
};

/** Revokes a token whose maker lost the right, and notifies those who manage access. */
export const stopProvisioningToken = async (
  trx: TenantTransaction,
  place: Pick<ServiceContext, 'database' | 'clock'> & { readonly tenantId: Id },
  { id, name, createdBy }: StoredProvisioningToken,
): Promise<void> => {
  const context: ServiceContext = { ...place, actor: ACTOR, correlationId: newId() };
  if ((await revokeProvisioningToken(trx, id, changedBy(context))) === undefined) return;
  await recordActivity(trx, context, { operation: 'Revoke', type: 'ProvisioningToken', id, name, environmentId: null });
  await raiseNotice(trx, context, {
    code: 'PROVISIONING-TOKEN-STOPPED',
    severity: 'Error',
    params: { name, by: createdBy },
    link: '/settings/access/provisioning',
    environmentId: null,
  });
};
