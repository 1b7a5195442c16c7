import type { Me } from '@redoubt/contracts';
import { fail, maySetUpTenant, rolesOf } from '@redoubt/domain';
import type { Id, Json } from '@redoubt/kernel';
import {
  findTenant,
  findUserSettings,
  newestAttestation,
  recordSignIn,
  renewAlertSubscriber,
  renewReportOwner,
  renewTokenOwner,
} from '@redoubt/storage';
import { loadPersonAccess, type AccessibleEnvironment, type SignedInPerson } from '../access/person-access.ts';
import { attestationStateOf } from '../attestation/attestation-state.ts';
import { BUILT_IN_ATTESTATION, type AttestationText } from '../attestation/attestation-text.ts';
import type { ServiceContext } from '../context.ts';
import { inTransaction } from '../unit-of-work.ts';
import { recordPerson } from './record-person.ts';

/** The answer of `me.get` without what the server adds: build facts, and settings read through their schema. */
type MeAnswer = Omit<Me, 'build' | 'settings'> & { readonly storedSettings: Json | undefined };

/** What a person sees of an environment; its parent only where they may open that one too. */
const summaryOf = (environment: AccessibleEnvironment, open: ReadonlySet<Id>): Me['environments'][number] => ({
  id: environment.id,
  name: environment.friendlyName ?? environment.name,
  status: environment.status,
  statusReason: environment.statusReason,
  parentId: environment.parentId !== null && open.has(environment.parentId) ? environment.parentId : null,
  customerApiId: environment.customerApiId,
  geography: environment.geography,
  kind: environment.kind,
  tags: [...environment.tags],
  deviceFingerprintingId: environment.deviceFingerprintingId,
  hasAccess: environment.hasAccess,
  roles: [...environment.roles],
  capabilities: environment.capabilities,
});

/**
 * The signed-in person with tenant and environments, and whether they must accept the statement of administrators first.
 * Throws AUTH-PERSON-DISABLED, AUTH-NO-ROLE for a person who holds nothing anywhere, AUTH-GROUPS-LEFT-OUT where that may be
 * because the token names no groups; one whose rights open no Active environment still gets
 * an answer, and the console says so.
 */
export const getMe = async (
  context: ServiceContext,
  person: SignedInPerson & {
    readonly name: string;
    readonly username: string;
    readonly groupsLeftOut?: boolean;
  },
  statement: AttestationText = BUILT_IN_ATTESTATION,
): Promise<MeAnswer> => {
  const nowMs = context.clock.now();
  const at = new Date(nowMs);
  const { tenantId } = context;
  const { userId, name, username } = person;
  const { access, storedSettings, newest } = await inTransaction(context, async (trx) => {
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
    };
  });
  const { tenant, environments, directoryRoles } = access;
  const tenantRoles = rolesOf(person.roles, tenant.edition);
  const opened = environments.filter(({ hasAccess }) => hasAccess);
  const holdsSomething = tenantRoles.length > 0 || opened.length > 0;
  if (!holdsSomething && !maySetUpTenant(directoryRoles))
    throw fail(person.groupsLeftOut === true ? 'AUTH-GROUPS-LEFT-OUT' : 'AUTH-NO-ROLE');
  const current = { textVersion: statement.version, nowMs };
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
    environments: opened.map((environment) => summaryOf(environment, new Set(opened.map(({ id }) => id)))),
    storedSettings,
  };
};
