import type { Attestation } from '@redoubt/contracts';
import { acceptanceEndsMs } from '@redoubt/domain';
import { newestAttestation } from '@redoubt/storage';
import { loadPersonAccess, type SignedInPerson } from '../access/person-access.ts';
import type { ServiceContext } from '../context.ts';
import { attestationStateOf, readAttestationIsOn } from './attestation-state.ts';
import type { AttestationText } from './attestation-text.ts';
import { inTransaction } from '../unit-of-work.ts';

/** What a person is asked to accept, whether they must now, and what they accepted last. */
export const getAttestation = async (
  context: ServiceContext,
  person: SignedInPerson,
  statement: AttestationText,
): Promise<Attestation> => {
  const nowMs = context.clock.now();
  return inTransaction(context, async (trx) => {
    const access = await loadPersonAccess(trx, person, new Date(nowMs));
    const newest = await newestAttestation(trx, person.userId);
    const isOn = await readAttestationIsOn(trx);
    const current = { isOn, textVersion: statement.version, nowMs };
    const { held, isDue } = attestationStateOf(access, person.roles, newest, current);
    return {
      isAsked: isOn && held.length > 0,
      isDue,
      textVersion: statement.version,
      text: statement.text,
      accepted: newest
        ? {
            at: newest.acceptedAt.toISOString(),
            validUntil: new Date(acceptanceEndsMs(newest.acceptedAt.getTime())).toISOString(),
            textVersion: newest.textVersion,
          }
        : null,
    };
  });
};
