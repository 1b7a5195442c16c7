import type { SetUp, SetUpParts } from '@redoubt/contracts';
import { directoryRolesOf, fail, isInGroup, maySetUpTenant } from '@redoubt/domain';
import { findTenant, listEnvironments, type StoredEnvironment, type TenantTransaction } from '@redoubt/storage';
import type { SignedInPerson } from '../access/person-access.ts';
import type { ServiceContext } from '../context.ts';
import { inTransaction } from '../unit-of-work.ts';
import { checkParts, requireMaySetUp, type SetUpOffer } from './set-up-offer.ts';

const stateOf = (environments: readonly StoredEnvironment[]): SetUp['state'] => {
  const [first] = environments;
  if (first === undefined || environments.some(({ status }) => status === 'Active')) return 'Ready';
  if (environments.length > 1) return 'Ready';
  if (isInGroup(first.status, 'pending')) return 'Provisioning';
  return first.status === 'CreateFailed' ? 'Failed' : 'Ready';
};

/** How far set-up has come: a tenant whose one environment is still being made is not ready. */
export const readSetUp = async (
  trx: TenantTransaction,
): Promise<{ readonly state: SetUp['state']; readonly first: StoredEnvironment | null }> => {
  if (!(await findTenant(trx))) return { state: 'NotProvisioned', first: null };
  const environments = await listEnvironments(trx);
  return { state: stateOf(environments), first: environments[0] ?? null };
};

/** The set-up of the caller's tenant; answers for tenants that are not known yet, too. */
export const getSetUp = async (
  context: ServiceContext,
  person: SignedInPerson,
  { geographies, statement, origin }: SetUpOffer,
): Promise<SetUp> => {
  const { state, first } = await inTransaction(context, readSetUp);
  const pending = first !== null && state !== 'Ready' ? first : null;
  return {
    state,
    maySetUp: maySetUpTenant(directoryRolesOf(person.wids)),
    geographies: [...geographies],
    statement: { textVersion: statement.version, text: statement.text },
    mailsInvitations: origin !== undefined,
    environment: pending && {
      id: pending.id,
      name: pending.name,
      status: pending.status,
      statusReason: pending.statusReason,
    },
  };
};

/**
 * Checks what some steps of set-up hold, as setting up does, and keeps nothing. Throws TENANT-SET-UP-REFUSED,
 * TENANT-ALREADY-SET-UP, and what `checkParts` says of the steps.
 */
export const checkSetUp = async (
  context: ServiceContext,
  person: SignedInPerson,
  offer: SetUpOffer,
  parts: SetUpParts,
): Promise<SetUp> => {
  requireMaySetUp(person);
  const setUp = await getSetUp(context, person, offer);
  if (setUp.state === 'Ready') throw fail('TENANT-ALREADY-SET-UP');
  checkParts(offer, parts);
  return setUp;
};
