import type { SetUp, SetUpRequest } from '@redoubt/contracts';
import { capabilitiesOf, DEFAULT_CURRENCY_SETTINGS, fail } from '@redoubt/domain';
import { newId } from '@redoubt/kernel';
import {
  advancePlanHead,
  createTenant,
  insertEnvironment,
  saveAssignment,
  type StoredEnvironment,
  type TenantTransaction,
} from '@redoubt/storage';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import { acceptAttestation } from '../attestation/accept-attestation.command.ts';
import type { ServiceContext } from '../context.ts';
import { putCurrencySettings } from '../currencies/currencies.commands.ts';
import { activateEnvironment } from '../environment-management/activate-environment.ts';
import { assignRoles } from '../people/assign-roles.command.ts';
import { createSupportRules } from '../rules/system-rules.ts';
import { inTransaction, within } from '../unit-of-work.ts';
import { checkParts, geographyOf, requireMaySetUp, type SetUpOffer, type Starter } from './set-up-offer.ts';
import { getSetUp, readSetUp } from './set-up.query.ts';

type Root = SetUpRequest['environments']['roots'][number];

/** Takes an environment to Active, wherever an earlier attempt stopped. */
const activate = (trx: TenantTransaction, context: ServiceContext, environment: StoredEnvironment): Promise<void> =>
  activateEnvironment(trx, context, environment, {
    kind: 'person',
    capabilities: capabilitiesOf(['ProductAdmin'], 'Standard'),
  });

const createRoot = async (
  trx: TenantTransaction,
  context: ServiceContext,
  { name, kind }: Root,
  geography: NonNullable<StoredEnvironment['geography']>,
): Promise<StoredEnvironment> => {
  const environment: StoredEnvironment = {
    id: newId(),
    parentId: null,
    name,
    friendlyName: null,
    description: '',
    tags: [],
    status: 'New',
    statusReason: null,
    geography,
    kind,
    customerApiId: null,
    deviceFingerprintingId: newId(),
  };
  await insertEnvironment(trx, context.tenantId, environment, changedBy(context));
  await recordActivity(trx, context, {
    operation: 'Create',
    type: 'Environment',
    id: environment.id,
    name,
    environmentId: environment.id,
    modified: { name, kind, status: 'New', geography: geography.code },
  });
  const here = { ...context, environmentId: environment.id, capabilities: { decisionRules: 'write' } } as const;
  await createSupportRules(within(here, trx));
  return environment;
};

/** One person must be able to give the others their roles. */
const makeAdministrator = async (trx: TenantTransaction, context: ServiceContext, person: Starter): Promise<void> => {
  const assignment = {
    id: newId(),
    userId: person.userId,
    username: person.username,
    displayName: person.name,
    role: 'ProductAdmin',
    environmentId: null,
    expiresAt: null,
  };
  await saveAssignment(trx, context.tenantId, assignment, changedBy(context));
  await recordActivity(trx, context, {
    operation: 'Assign',
    type: 'UserAccess',
    id: person.userId,
    name: person.name,
    environmentId: null,
    modified: { role: 'ProductAdmin' },
  });
};

const inviteAdministrators = async (
  trx: TenantTransaction,
  context: ServiceContext,
  person: Starter,
  { environmentId, origin }: { readonly environmentId: string; readonly origin: string | undefined },
  people: SetUpRequest['administrators']['people'],
): Promise<void> => {
  const others = people.filter(({ username }) => username.toLowerCase() !== person.username.toLowerCase());
  if (others.length === 0) return;
  const capabilities = capabilitiesOf(['ProductAdmin'], 'Standard');
  await assignRoles(within({ ...context, environmentId, capabilities }, trx), person, origin, {
    targets: others.map((each) => ({ kind: 'invitation', ...each, isGuest: false })),
    environmentId: null,
    roles: ['ProductAdmin'],
    expiresAt: null,
    reason: '',
  });
};

const create = async (
  trx: TenantTransaction,
  context: ServiceContext,
  person: Starter,
  offer: SetUpOffer,
  { statement, organisation, environments, administrators }: SetUpRequest,
): Promise<void> => {
  const { tenantId } = context;
  const { tenantName: name, edition, promotionCode, offerId } = organisation;
  const geography = geographyOf(offer, organisation.geography);
  // Another transaction may have created it since: that one sets the tenant up.
  if (!(await createTenant(trx, { tenantId, name, edition }))) throw fail('TENANT-ALREADY-SET-UP');
  await recordActivity(trx, context, {
    operation: 'Create',
    type: 'Tenant',
    id: tenantId,
    name,
    environmentId: null,
    modified: { name, edition, geography: geography.code, promotionCode, offerId },
  });
  const roots: StoredEnvironment[] = [];
  for (const root of environments.roots) roots.push(await createRoot(trx, context, root, geography));
  await makeAdministrator(trx, context, person);
  await advancePlanHead(trx, tenantId, new Date(context.clock.now()));
  for (const root of roots) {
    await activate(trx, context, root);
    if (environments.currency === null) continue;
    await putCurrencySettings(within({ ...context, environmentId: root.id, capabilities: {} }, trx), {
      version: '0',
      currency: environments.currency,
      maxAgeDays: DEFAULT_CURRENCY_SETTINGS.maxAgeDays,
    });
  }
  const [first] = roots;
  if (first) {
    const place = { environmentId: first.id, origin: offer.origin };
    await inviteAdministrators(trx, context, person, place, administrators.people);
  }
  await acceptAttestation(within(context, trx), person, offer.statement, statement);
};

/**
 * Sets a tenant up in one transaction: the statement is accepted, its root environments are Active, and who sets up is
 * product admin with those they invite. Throws TENANT-SET-UP-REFUSED unless a global administrator asks,
 * TENANT-ALREADY-SET-UP, and what `checkParts` says of the steps.
 */
export const setUpTenant = async (
  context: ServiceContext,
  person: Starter,
  offer: SetUpOffer,
  input: SetUpRequest,
): Promise<SetUp> => {
  requireMaySetUp(person);
  checkParts(offer, input);
  await inTransaction(context, async (trx) => {
    const { state } = await readSetUp(trx);
    if (state !== 'NotProvisioned') throw fail('TENANT-ALREADY-SET-UP');
    await create(trx, context, person, offer, input);
  });
  return getSetUp(context, person, offer);
};

/**
 * Takes the only environment of a tenant to Active, where its creation was left before that. Throws
 * TENANT-SET-UP-REFUSED, TENANT-NOT-SET-UP where there is none, TENANT-ALREADY-SET-UP where it is ready, ENV-UNKNOWN where
 * another one is meant.
 */
export const resumeSetUp = async (
  context: ServiceContext,
  person: Starter,
  offer: SetUpOffer,
  { environmentId }: { readonly environmentId: string },
): Promise<SetUp> => {
  requireMaySetUp(person);
  await inTransaction(context, async (trx) => {
    const { state, first } = await readSetUp(trx);
    if (first === null) throw fail('TENANT-NOT-SET-UP');
    if (state === 'Ready') throw fail('TENANT-ALREADY-SET-UP');
    if (first.id !== environmentId) throw fail('ENV-UNKNOWN', { id: environmentId });
    await advancePlanHead(trx, context.tenantId, new Date(context.clock.now()));
    await activate(trx, context, first);
  });
  return getSetUp(context, person, offer);
};
