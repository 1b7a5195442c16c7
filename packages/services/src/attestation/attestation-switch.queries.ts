import type { AttestationSwitch } from '@redoubt/contracts';
import { allows, fail } from '@redoubt/domain';
import { listAttestationDecisions, type TenantTransaction } from '@redoubt/storage';
import { holdsInEveryRoot, loadPersonAccess, type SignedInPerson } from '../access/person-access.ts';
import type { EnvironmentContext } from '../context.ts';
import { rootOf } from '../environments/root-of.ts';
import { isAskedBy } from './attestation-state.ts';
import { reading } from '../unit-of-work.ts';
import { tagOf } from '../version-tag.ts';
import type { AttestationText } from './attestation-text.ts';

/** Decisions that are shown; the activity log has all. */
const MAX_SHOWN = 50;

/** Whether the tenant asks its administrators, its decisions, and whether the person may decide here. */
export const readAttestationSwitch = async (
  trx: TenantTransaction,
  { environmentId, capabilities, clock }: EnvironmentContext,
  person: SignedInPerson,
  statement: AttestationText,
): Promise<AttestationSwitch> => {
  const decisions = await listAttestationDecisions(trx, MAX_SHOWN);
  const access = await loadPersonAccess(trx, person, new Date(clock.now()));
  const rootId = rootOf(access.environments, environmentId);
  const root = access.environments.find(({ id }) => id === rootId);
  if (root === undefined) throw fail('ENV-UNKNOWN', { id: environmentId });
  const isWhole = holdsInEveryRoot(access, 'adminConfiguration:write');
  return {
    isOn: isAskedBy(decisions[0]),
    textVersion: statement.version,
    text: statement.text,
    decisions: decisions.map(({ isOn, reason, decidedBy, decidedAt }) => ({
      isOn,
      reason,
      by: decidedBy,
      at: decidedAt.toISOString(),
    })),
    root: rootId === environmentId ? null : (root.friendlyName ?? root.name),
    isWhole,
    version: tagOf(decisions[0]?.number ?? 0),
    canWrite: allows(capabilities, 'adminConfiguration:write') && rootId === environmentId && isWhole,
  };
};

/** The statement of administrators and whether the tenant asks for it. @throws `ENV-UNKNOWN`. */
export const getAttestationSwitch = (
  context: EnvironmentContext,
  person: SignedInPerson,
  statement: AttestationText,
): Promise<AttestationSwitch> => reading(context, (trx) => readAttestationSwitch(trx, context, person, statement));
