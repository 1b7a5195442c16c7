import type { assignCase as assignEndpoint, BodyOf, reopenCase as reopenEndpoint } from '@redoubt/contracts';
import { fail, leaseAt, type AssessmentName, type CaseAssignee } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { readMembers, saveCaseChanges, type TenantTransaction } from '@redoubt/storage';
import type { SignedInPerson } from '../access/person-access.ts';
import type { EnvironmentContext } from '../context.ts';
import { caseLink } from '../notices/event-link.ts';
import { raiseNotice } from '../notices/raise-notice.ts';
import { requireClean } from '../problems.ts';
import { changeCase, changedCase, changeOf, sourceOf, withCase, type ChangedCase } from './change-case.ts';

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

const findAssignee = async (trx: TenantTransaction, agentId: string | null): Promise<CaseAssignee | null> => {
  if (agentId === null) return null;
  const [member] = await readMembers(trx, [agentId]);
  if (member === undefined) throw fail('CASE-AGENT-UNKNOWN', { id: agentId });
  return { id: member.userId, name: member.name };
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
    const { actor, clock, environmentId } = context;
    const isOwn = leaseAt(stored.standing.record, clock.now())?.agentId === actor.id;
    if (!access.canManage && !isOwn) throw fail('CASE-NOT-LEASED', { eventId: stored.key.eventId });
    const assignee = await findAssignee(trx, agentId);
    const { change, after } = changeOf(context, stored, {
      action: { kind: 'assign', byId: actor.id, assignee },
      source: access.canManage ? 'Manager' : sourceOf(context),
    });
    await saveCaseChanges(trx, [change]);
    if (assignee !== null && assignee.id !== actor.id)
      await raiseNotice(trx, context, {
        code: 'CASE-ASSIGNED',
        severity: 'Information',
        params: { by: actor.name, queue: queue.name },
        link: caseLink(queue.id, {
          kind: after.eventType as AssessmentName,
          environmentId,
          eventId: after.key.eventId,
        }),
        environmentId,
        recipientId: assignee.id,
      });
    return changedCase(context, after, queue);
  });
};
