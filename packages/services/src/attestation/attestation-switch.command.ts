import type { AttestationSwitch, BodyOf, putAttestationSwitch as endpoint } from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import { insertAttestationDecision, listAttestationDecisions } from '@redoubt/storage';
import type { SignedInPerson } from '../access/person-access.ts';
import { changedBy, recordOf } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import { inTransaction } from '../unit-of-work.ts';
import { requireCurrent } from '../version-tag.ts';
import { readAttestationSwitch } from './attestation-switch.queries.ts';
import type { AttestationText } from './attestation-text.ts';

const record = recordOf('Attestation');

/**
 * Decides for the whole tenant whether its administrators are asked to accept the statement. Acceptances stay: one that
 * is valid when the statement is switched on again is not asked for anew.
 *
 * @throws `ATTESTATION-SWITCH-NOT-ROOT`, `ATTESTATION-SWITCH-NOT-WHOLE`, `ATTESTATION-SWITCH-STALE`, `REQ-INVALID`.
 */
export const putAttestationSwitch = (
  context: EnvironmentContext,
  person: SignedInPerson,
  statement: AttestationText,
  { version, isOn, reason }: BodyOf<typeof endpoint>,
): Promise<AttestationSwitch> =>
  inTransaction(context, async (trx) => {
    requireClean({ 'body.reason': reason });
    const { root, isWhole, isOn: wasOn } = await readAttestationSwitch(trx, context, person, statement);
    if (root !== null) throw fail('ATTESTATION-SWITCH-NOT-ROOT', { name: root });
    if (!isWhole) throw fail('ATTESTATION-SWITCH-NOT-WHOLE');
    const [newest] = await listAttestationDecisions(trx, 1);
    requireCurrent(version, newest?.number ?? 0, 'ATTESTATION-SWITCH-STALE', { by: newest?.decidedBy ?? '' });
    if (wasOn !== isOn) {
      const { by, at } = changedBy(context);
      const decision = { number: (newest?.number ?? 0) + 1, isOn, reason, decidedBy: by, decidedAt: at };
      // Of two at the same time, one finds the number taken.
      if (!(await insertAttestationDecision(trx, context.tenantId, decision)))
        throw fail('ATTESTATION-SWITCH-STALE', { by: '' });
      await record(trx, context, {
        operation: isOn ? 'Activate' : 'Deactivate',
        id: context.tenantId,
        name: statement.version,
        original: { isOn: wasOn },
        modified: { isOn, reason },
      });
    }
    return readAttestationSwitch(trx, context, person, statement);
  });
