import type { assignCase as assignEndpoint, BodyOf, reopenCase as reopenEndpoint } from '@redoubt/contracts';
import type { Id } from '@redoubt/kernel';
import { saveCaseChanges } from '@redoubt/storage';
import type { SignedInPerson } from '../access/person-access.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import { assigningOperation, findAssignee, tellAssignee } from './assignment.ts';
import { changeCase, changedCase, changeOf, withCase, type ChangedCase } from './change-case.ts';

/** Takes a case out of the hands of its agent. */
export const releaseCase = (
  context: EnvironmentContext,
  person: SignedInPerson | null,
  caseId: Id,
): Promise<ChangedCase> =>
  changeCase(context, person, caseId, () => ({ action: { kind: 'release' }, source: 'Manager' }));

/** Gives an escalated case back to the agents of its queue. */
export const returnCase = (
  context: EnvironmentContext,
  person: SignedInPerson | null,
  caseId: Id,
): Promise<ChangedCase> =>
  changeCase(context, person, caseId, ({ queue }) => ({
    action: { kind: 'return', timeoutMs: queue.timeoutMs },
    source: 'Manager',
  }));

/** Opens a decided case again; what was decided, and sent, stays on record. */
export const reopenCase = (
  context: EnvironmentContext,
  person: SignedInPerson | null,
  caseId: Id,
  { reason }: BodyOf<typeof reopenEndpoint>,
): Promise<ChangedCase> => {
  requireClean({ 'body.reason': reason });
  return changeCase(context, person, caseId, ({ queue }) => ({
    action: { kind: 'reopen', timeoutMs: queue.timeoutMs },
    source: 'Manager',
    said: { reason },
  }));
};

/**
 * Lets a case wait for one person alone, who gets a notice. Agents hand on what they have in review; those who manage queues
 * assign every case that no other person has in review. Throws CASE-AGENT-UNKNOWN, CASE-NOT-LEASED.
 */
export const assignCase = (
  context: EnvironmentContext,
  person: SignedInPerson | null,
  caseId: Id,
  { agentId }: BodyOf<typeof assignEndpoint>,
): Promise<ChangedCase> => {
  requireClean({ 'body.agentId': agentId });
  return withCase(context, person, caseId, async ({ trx, access, stored, queue }) => {
    const assignee = await findAssignee(trx, agentId);
    const { change, after } = changeOf(context, stored, assigningOperation(context, access, stored, assignee));
    await saveCaseChanges(trx, [change]);
    await tellAssignee(trx, context, access, assignee, [stored]);
    return changedCase(trx, context, after, queue);
  });
};
