import type { Me } from '@redoubt/contracts';
import { fail, isInGroup, maySetUpTenant, rolesOf } from '@redoubt/domain';
import { isJsonObject, type Id, type Json } from '@redoubt/kernel';
import {
  findTenant,
  findUserSettings,
  newestAttestation,
  recordSignIn,
  renewAlertSubscriber,
  renewReportOwner,
  renewTokenOwner,
} from '@redoubt/storage';
import { loadPersonAccess, type SignedInPerson } from '../access/person-access.ts';
import { attestationStateOf, readAttestationIsOn } from '../attestation/attestation-state.ts';
import { BUILT_IN_ATTESTATION, type AttestationText } from '../attestation/attestation-text.ts';
import type { ServiceContext } from '../context.ts';
import { inTransaction } from '../unit-of-work.ts';
import { startEnvironments } from './environment-order.ts';
import { openedOf } from './opened-environments.ts';
import { recordPerson } from './record-person.ts';

/** The answer of `me.get` without what the server adds: build facts, and settings read through their schema. */
type MeAnswer = Omit<Me, 'build' | 'settings'> & { readonly storedSettings: Json | undefined };

/** Environments that the first answer holds, more where what stands above them needs it. */
const START_ENVIRONMENTS = 20;

/** Ids that the preferences of a person name. */
const preferredIds = (
  stored: Json | undefined,
  name: 'recentEnvironments' | 'favouriteEnvironments',
): readonly Id[] => {
  const ids: unknown = isJsonObject(stored) ? stored[name] : undefined;
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
};

/**
 * The signed-in person with tenant and environments, and whether they must accept the statement of administrators first.
 * Throws AUTH-PERSON-DISABLED, AUTH-NO-ROLE for a person who holds nothing anywhere, AUTH-GROUPS-LEFT-OUT where that may be
 * because the token names no groups; one whose rights open no Active environment still gets
 * an answer, and the console says so.
 *
 * @param open the environment that the console has open; one that the person may not open is passed over.
 */
export const getMe = async (
  context: ServiceContext,
  person: SignedInPerson & {
    readonly name: string;
    readonly username: string;
    readonly groupsLeftOut?: boolean;
  },
  statement: AttestationText = BUILT_IN_ATTESTATION,
  open?: Id,
): Promise<MeAnswer> => {
  const nowMs = context.clock.now();
  const at = new Date(nowMs);
  const { tenantId } = context;
  const { userId, name, username } = person;
  const { access, storedSettings, newest, isOn } = await inTransaction(context, async (trx) => {
    const { roles, wids: directoryRoles, groups = [], groupsLeftOut = false } = person;
    if (!(await findTenant(trx))) throw fail('TENANT-NOT-SET-UP');
    const says = person.token ? {} : { token: { roles, directoryRoles, groups, groupsLeftOut } };
    const seen = await recordSignIn(trx, tenantId, { userId, username, displayName: name, ...says }, at);
    // After that: what was given to an invited person is theirs only now.
    const found = await loadPersonAccess(trx, person, at);
    if (found.isDisabled) throw fail('AUTH-PERSON-DISABLED');
    if (seen.accepted) await recordPerson(trx, context, 'Accept');
    if (seen.signedIn) await recordPerson(trx, context, 'SignIn');
    await renewReportOwner(trx, { id: userId, name, roles, directoryRoles, seenAt: at });
    await renewAlertSubscriber(trx, { userId, roles, directoryRoles, seenAt: at });
    await renewTokenOwner(trx, { userId, username, displayName: name, roles, seenAt: at });
    return {
      access: found,
      storedSettings: await findUserSettings(trx, userId),
      newest: await newestAttestation(trx, userId),
      isOn: await readAttestationIsOn(trx),
    };
  });
  const { tenant, environments, directoryRoles } = access;
  const tenantRoles = rolesOf(person.roles, tenant.edition);
  const opened = openedOf(environments);
  const holdsSomething = tenantRoles.length > 0 || opened.length > 0;
  if (!holdsSomething && !maySetUpTenant(directoryRoles))
    throw fail(person.groupsLeftOut === true ? 'AUTH-GROUPS-LEFT-OUT' : 'AUTH-NO-ROLE');
  const first = [
    open,
    ...preferredIds(storedSettings, 'recentEnvironments'),
    ...preferredIds(storedSettings, 'favouriteEnvironments'),
  ];
  const current = { isOn, textVersion: statement.version, nowMs };
  return {
    user: { id: userId, name, username },
    tenant: {
      id: tenant.tenantId,
      name: tenant.name,
      edition: tenant.edition,
      assignedRoles: [...rolesOf([...tenantRoles, ...environments.flatMap(({ roles }) => roles)], tenant.edition)],
    },
    directoryRoles: [...directoryRoles],
    attestationDue: attestationStateOf(access, person.roles, newest, current).isDue,
    environments: [...startEnvironments(opened, first, START_ENVIRONMENTS)],
    environmentCount: opened.length,
    environmentsBusy: opened.some(({ status }) => isInGroup(status, 'busy')),
    storedSettings,
  };
};
