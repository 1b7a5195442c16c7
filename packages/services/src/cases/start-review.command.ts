import type { BodyOf, CaseSummary, startReview as endpoint } from '@redoubt/contracts';
import { caseStateAt, fail, leaseAt } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  lockAssignedCase,
  lockCasesOfAgent,
  lockNextCase,
  saveCaseChanges,
  type CaseOrder,
  type CaseQueue,
  type StoredCase,
  type TenantTransaction,
} from '@redoubt/storage';
import type { SignedInPerson } from '../access/person-access.ts';
import type { EnvironmentContext } from '../context.ts';
import { inTransaction } from '../unit-of-work.ts';
import { readCaseAccess, type CaseAccess } from './case-access.ts';
import { seenCase } from './seen-cases.ts';
import { caseSummaryOf } from './case-summary.ts';
import { changeOf, sourceOf } from './change-case.ts';

const orderOf = ({ environmentId }: EnvironmentContext, { id, orderBy, direction }: CaseQueue): CaseOrder => ({
  environmentId,
  queueId: id,
  orderBy,
  direction,
});

const nextFor = ({ actor, clock }: EnvironmentContext) => ({ at: new Date(clock.now()), agentId: actor.id });

/** Takes a locked case for the caller. */
const lease = async (trx: TenantTransaction, context: EnvironmentContext, stored: StoredCase): Promise<StoredCase> => {
  const action = { kind: 'lease', agentId: context.actor.id } as const;
  const { change, after } = changeOf(context, stored, { action, source: sourceOf(context) });
  await saveCaseChanges(trx, [change]);
  return after;
};

/** Takes the next case of a queue, one that waits for the caller alone first; undefined where none waits. */
export const leaseNext = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  queue: CaseQueue,
): Promise<StoredCase | undefined> => {
  const order = orderOf(context, queue);
  const agent = nextFor(context);
  const next = (await lockAssignedCase(trx, order, agent)) ?? (await lockNextCase(trx, order, agent));
  return next && lease(trx, context, next);
};

/** What else the caller has in review is given back, or the call refused with CASE-LEASE-OPEN. */
export const settleOtherLeases = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  others: readonly StoredCase[],
  giveBack: boolean,
): Promise<void> => {
  const [first] = others;
  if (first === undefined) return;
  if (!giveBack) {
    const { key, id, eventType, standing } = first;
    const { queueId } = standing.record;
    throw fail('CASE-LEASE-OPEN', {
      caseId: id,
      eventId: key.eventId,
      eventType,
      environmentId: key.environmentId,
      queueId,
    });
  }
  const action = { kind: 'sendBack', agentId: context.actor.id } as const;
  const changes = others.map((other) => changeOf(context, other, { action, source: sourceOf(context) }).change);
  await saveCaseChanges(trx, changes);
};

/** Cases that the caller has in review now, besides a given one. */
export const othersOf = (
  { actor, clock }: EnvironmentContext,
  held: readonly StoredCase[],
  caseId: Id | null,
): readonly StoredCase[] =>
  held.filter(({ id, standing }) => id !== caseId && leaseAt(standing.record, clock.now())?.agentId === actor.id);

/** A case that the caller chose may be taken: escalated ones by those who manage, of restricted queues only the first. */
const requireChoosable = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  access: CaseAccess,
  queue: CaseQueue,
  chosen: StoredCase,
): Promise<void> => {
  const { record } = chosen.standing;
  // The assignment is the choice; the lifecycle refuses a lease by another person.
  if (record.assignee !== null) return;
  if (record.escalated && !access.canManage) throw fail('CASE-ESCALATED', { eventId: chosen.key.eventId });
  if (queue.sequence !== 'Restricted' || caseStateAt(record, context.clock.now()) !== 'Pending') return;
  const first = await lockNextCase(trx, orderOf(context, queue), nextFor(context));
  if (first !== undefined && first.id !== chosen.id) throw fail('CASE-NOT-FIRST', { eventId: first.key.eventId });
};

type StartedReview = { readonly case: CaseSummary | null; readonly asOf: string };

/**
 * Takes a case of a queue for half an hour: the next in its order, or a given one. A person has one case at a time, and a case
 * is in the hands of one person: both are settled under locks, so that they hold for any number of nodes. A case that the
 * caller has already is answered as it is.
 */
export const startReview = (
  context: EnvironmentContext,
  person: SignedInPerson | null,
  queueId: Id,
  { caseId, giveBack }: BodyOf<typeof endpoint>,
): Promise<StartedReview> =>
  inTransaction(context, async (trx) => {
    const { tenantId, actor, clock, environmentId } = context;
    const at = new Date(clock.now());
    const access = await readCaseAccess(trx, context, person);
    const held = await lockCasesOfAgent(trx, { tenantId, agentId: actor.id, at }, caseId);
    const chosen = held.find(({ id }) => id === caseId);
    const isAssigned = chosen?.standing.record.assignee?.id === actor.id;
    const queue = (isAssigned ? access.queueOf(chosen) : undefined) ?? access.queue(queueId);
    const answer = async (stored: StoredCase | undefined): Promise<StartedReview> => ({
      case: stored === undefined ? null : caseSummaryOf(await seenCase(trx, context, stored), queue, context),
      asOf: at.toISOString(),
    });
    if (caseId !== null) {
      const isThere = chosen?.key.environmentId === environmentId && chosen.standing.record.queueId === queueId;
      if (!isThere) throw fail('CASE-UNKNOWN', { id: caseId });
      if (leaseAt(chosen.standing.record, clock.now())?.agentId === actor.id) return answer(chosen);
    }
    if (queue.paused) throw fail('QUEUE-PAUSED', { name: queue.name });
    await settleOtherLeases(trx, context, othersOf(context, held, caseId), giveBack);
    if (chosen === undefined) return answer(await leaseNext(trx, context, queue));
    await requireChoosable(trx, context, access, queue, chosen);
    return answer(await lease(trx, context, chosen));
  });
