import type { Attestation } from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import { insertAttestation, newestAttestation } from '@redoubt/storage';
import { loadPersonAccess, type SignedInPerson } from '../access/person-access.ts';
import { recordActivity } from '../activity/record-activity.ts';
import type { ServiceContext } from '../context.ts';
import { attestationStateOf, readAttestationIsOn } from './attestation-state.ts';
import type { AttestationText } from './attestation-text.ts';
import { getAttestation } from './get-attestation.query.ts';
import { inTransaction } from '../unit-of-work.ts';

/**
 * Keeps that an administrator accepted the statement they read. Throws ATTESTATION-NOT-ASKED for every other person,
 * and where the tenant switched the statement off, and ATTESTATION-TEXT-CHANGED where the statement is another one by now.
 */
export const acceptAttestation = async (
  context: ServiceContext,
  person: SignedInPerson,
  statement: AttestationText,
  { textVersion }: { readonly textVersion: string },
): Promise<Attestation> => {
  const { tenantId, clock } = context;
  if (textVersion !== statement.version) throw fail('ATTESTATION-TEXT-CHANGED');
  const acceptedAt = new Date(clock.now());
  await inTransaction(context, async (trx) => {
    const access = await loadPersonAccess(trx, person, acceptedAt);
    const newest = await newestAttestation(trx, person.userId);
    const isOn = await readAttestationIsOn(trx);
    const current = { isOn, textVersion, nowMs: acceptedAt.getTime() };
    const { held } = attestationStateOf(access, person.roles, newest, current);
    if (!isOn || held.length === 0) throw fail('ATTESTATION-NOT-ASKED');
    await insertAttestation(trx, tenantId, person.userId, { acceptedAt, textVersion, roles: held });
    await recordActivity(trx, context, {
      operation: 'Accept',
      type: 'Attestation',
      id: person.userId,
      name: context.actor.name,
      environmentId: null,
      modified: { textVersion, roles: [...held] },
    });
  });
  return getAttestation(context, person, statement);
};
