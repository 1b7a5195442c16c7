import { fail, leaseAt, type AssessmentName, type CaseAssignee } from '@redoubt/domain';
import { readMembers, type StoredCase, type TenantTransaction } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { caseLink, queueLink } from '../notices/event-link.ts';
import { raiseNotice } from '../notices/raise-notice.ts';
import type { CaseAccess } from './case-access.ts';
import { sourceOf, type CaseOperation } from './change-case.ts';

/** Who cases are assigned to; null gives them back to all agents of their queues. Throws CASE-AGENT-UNKNOWN. */
export const findAssignee = async (trx: TenantTransaction, agentId: string | null): Promise<CaseAssignee | null> => {
  if (agentId === null) return null;
  const [member] = await readMembers(trx, [agentId]);
  if (member === undefined) throw fail('CASE-AGENT-UNKNOWN', { id: agentId });
  return { id: member.userId, name: member.name };
};

/** Assigning a case: an own one in review, or any by those who manage queues. Throws CASE-NOT-LEASED. */
export const assigningOperation = (
  context: EnvironmentContext,
  { canManage }: Pick<CaseAccess, 'canManage'>,
  { standing, key }: StoredCase,
  assignee: CaseAssignee | null,
): CaseOperation => {
  const { actor, clock } = context;
  const isOwn = leaseAt(standing.record, clock.now())?.agentId === actor.id;
  if (!canManage && !isOwn) throw fail('CASE-NOT-LEASED', { eventId: key.eventId });
  return {
    action: { kind: 'assign', byId: actor.id, assignee },
    source: canManage ? 'Manager' : sourceOf(context),
  };
};

/** Tells a person of the cases that wait for them now: one notice, whose link is the case where it is one, else a queue. */
export const tellAssignee = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  { queueOf }: Pick<CaseAccess, 'queueOf'>,
  assignee: CaseAssignee | null,
  assigned: readonly StoredCase[],
): Promise<void> => {
  const { actor, environmentId } = context;
  const [first] = assigned;
  const queue = first && queueOf(first);
  if (assignee === null || assignee.id === actor.id || first === undefined || queue === undefined) return;
  const to = { severity: 'Information', environmentId, recipientId: assignee.id } as const;
  if (assigned.length > 1) {
    const params = { by: actor.name, count: assigned.length };
    await raiseNotice(trx, context, { ...to, code: 'CASES-ASSIGNED', params, link: queueLink(queue.id) });
    return;
  }
  const event = { kind: first.eventType as AssessmentName, environmentId, eventId: first.key.eventId };
  await raiseNotice(trx, context, {
    ...to,
    code: 'CASE-ASSIGNED',
    params: { by: actor.name, queue: queue.name },
    link: caseLink(queue.id, event),
  });
};
