import type { Geography, SetUp, SetUpRequest } from '@redoubt/contracts';
import { capabilitiesOf, directoryRolesOf, fail, isEnvironmentName, maySetUpTenant } from '@redoubt/domain';
import { newId } from '@redoubt/kernel';
import {
  advancePlanHead,
  createTenant,
  insertEnvironment,
  saveAssignment,
  type StoredEnvironment,
  type TenantTransaction,
} from '@redoubt/storage';
import type { SignedInPerson } from '../access/person-access.ts';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import type { ServiceContext } from '../context.ts';
import { activateEnvironment } from '../environment-management/activate-environment.ts';
import { requireClean } from '../problems.ts';
import { createSupportRules } from '../rules/system-rules.ts';
import { getSetUp, readSetUp } from './set-up.query.ts';
import { inTransaction, within } from '../unit-of-work.ts';

type Starter = SignedInPerson & { readonly name: string; readonly username: string };

const begin = async (
  trx: TenantTransaction,
  context: ServiceContext,
  person: Starter,
  input: SetUpRequest,
  geography: Geography,
): Promise<void> => {
  const { tenantId } = context;
  const changed = changedBy(context);
  const { tenantName: name, edition, environmentName, promotionCode, offerId } = input;
  if (!(await createTenant(trx, { tenantId, name, edition }))) return;
  await recordActivity(trx, context, {
    operation: 'Create',
    type: 'Tenant',
    id: tenantId,
    name,
    environmentId: null,
    modified: { name, edition, geography: geography.code, promotionCode, offerId },
  });
  const environmentId = newId();
  const environment: StoredEnvironment = {
    id: environmentId,
    parentId: null,
    name: environmentName,
    friendlyName: null,
    description: '',
    tags: [],
    status: 'New',
    statusReason: null,
    geography,
    kind: 'Production',
    customerApiId: null,
    deviceFingerprintingId: newId(),
  };
  await insertEnvironment(trx, tenantId, environment, changed);
  await recordActivity(trx, context, {
    operation: 'Create',
    type: 'Environment',
    id: environmentId,
    name: environmentName,
    environmentId,
    modified: { name: environmentName, status: 'New', geography: geography.code },
  });
  const here = { ...context, environmentId, capabilities: { decisionRules: 'write' } } as const;
  await createSupportRules(within(here, trx));
  // One person must be able to give the others their roles.
  const assignment = {
    id: newId(),
    userId: person.userId,
    username: person.username,
    displayName: person.name,
    role: 'ProductAdmin',
    environmentId: null,
    expiresAt: null,
  };
  await saveAssignment(trx, tenantId, assignment, changed);
  await recordActivity(trx, context, {
    operation: 'Assign',
    type: 'UserAccess',
    id: person.userId,
    name: person.name,
    environmentId: null,
    modified: { role: 'ProductAdmin' },
  });
};

/** Takes the first environment to Active, wherever an earlier attempt stopped. */
const finish = async (trx: TenantTransaction, context: ServiceContext): Promise<void> => {
  const { state, first } = await readSetUp(trx);
  if (state === 'Ready' || first === null) return;
  await advancePlanHead(trx, context.tenantId, new Date(context.clock.now()));
  await activateEnvironment(trx, context, first, {
    kind: 'person',
    capabilities: capabilitiesOf(['ProductAdmin'], 'Standard'),
  });
};

const geographyOf = (offered: readonly Geography[], code: string): Geography => {
  const found = offered.find((each) => each.code === code);
  if (!found) throw fail('TENANT-GEOGRAPHY-UNKNOWN', { code });
  return found;
};

/**
 * Sets a tenant up: its first environment, and who starts it as product admin. An attempt that was cut off is finished.
 * Throws TENANT-SET-UP-REFUSED unless a global administrator asks, TENANT-ALREADY-SET-UP, TENANT-GEOGRAPHY-UNKNOWN
 * and ENV-NAME-INVALID.
 */
export const setUpTenant = async (
  context: ServiceContext,
  person: Starter,
  geographies: readonly Geography[],
  input: SetUpRequest,
): Promise<SetUp> => {
  if (!maySetUpTenant(directoryRolesOf(person.wids))) throw fail('TENANT-SET-UP-REFUSED');
  const geography = geographyOf(geographies, input.geography);
  if (!isEnvironmentName(input.environmentName)) throw fail('ENV-NAME-INVALID', { name: input.environmentName });
  requireClean({ tenantName: input.tenantName, promotionCode: input.promotionCode, offerId: input.offerId });
  await inTransaction(context, async (trx) => {
    const { state } = await readSetUp(trx);
    if (state === 'Ready') throw fail('TENANT-ALREADY-SET-UP');
    if (state === 'NotProvisioned') await begin(trx, context, person, input, geography);
  });
  await inTransaction(context, (trx) => finish(trx, context));
  return getSetUp(context, person, geographies);
};
