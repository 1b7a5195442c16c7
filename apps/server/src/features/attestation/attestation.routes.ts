import { acceptAttestation as acceptEndpoint, getAttestation as getEndpoint } from '@redoubt/contracts';
import { acceptAttestation, getAttestation, type AttestationText } from '@redoubt/services';
import { bind, personOf, type Binding } from '../../http/binding.ts';

export const createAttestationBindings = (statement: AttestationText): readonly Binding[] => [
  bind(getEndpoint, ({ caller, context }) => getAttestation(context, personOf(caller), statement)),
  bind(acceptEndpoint, async ({ body, caller, context }) => {
    const person = personOf(caller);
    await acceptAttestation(context, person, statement, body.textVersion);
    return getAttestation(context, person, statement);
  }),
];
