import { allows, fail, GENERAL_QUEUE, leaseAt } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { listCaseQueues, type CaseQueue, type StoredCase, type TenantTransaction } from '@redoubt/storage';
import { loadPersonAccess, type SignedInPerson } from '../access/person-access.ts';
import type { EnvironmentContext } from '../context.ts';

/** What a caller may do with the cases of an environment. */
export type CaseAccess = {
  readonly canReview: boolean;
  readonly canManage: boolean;
  /** Queues whose cases the caller sees, General last. */
  readonly queues: readonly CaseQueue[];
  /** A queue whose cases the caller sees. Throws QUEUE-UNKNOWN. */
  readonly queue: (queueId: Id) => CaseQueue;
  /** Whether the caller sees every case of a queue. */
  readonly seesQueue: (queueId: Id) => boolean;
  /** The queue of a case, or undefined where the caller does not see the case. */
  readonly queueOf: (stored: Pick<StoredCase, 'standing'>) => CaseQueue | undefined;
};

/** As whom queues are assigned to a caller: client id of an application; directory id of a person, and the roles they hold here. */
export const principalsOf = async (
  trx: TenantTransaction,
  { environmentId, clock, actor }: EnvironmentContext,
  person: SignedInPerson | null,
): Promise<readonly string[]> => {
  if (person === null) return [actor.clientId ?? actor.id];
  const { environments } = await loadPersonAccess(trx, person, new Date(clock.now()));
  return [person.userId, ...(environments.find(({ id }) => id === environmentId)?.roles ?? [])];
};

/** Cases that ended keep a queue that was deleted since; open ones were moved before. */
const deletedQueue = (id: Id): CaseQueue => ({
  ...GENERAL_QUEUE,
  id,
  name: '',
  assessment: null,
  paused: true,
  assigned: false,
});

/**
 * Which queues a caller works on. Agents and applications see the cases of queues that are assigned to them, of General, what
 * they have in review and what is assigned to them; those who manage queues or only read cases, and applications that were given
 * all queues, see all of them.
 *
 * @param person null for an application.
 */
export const readCaseAccess = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  person: SignedInPerson | null,
): Promise<CaseAccess> => {
  const { capabilities, environmentId, actor, clock, seesAllQueues = false } = context;
  const canReview = allows(capabilities, 'caseReview:write');
  const canManage = allows(capabilities, 'queues:write');
  const seesAll = canManage || !canReview || seesAllQueues;
  const principals = seesAll ? [] : await principalsOf(trx, context, person);
  const queues = new Map((await listCaseQueues(trx, environmentId, principals)).map((queue) => [queue.id, queue]));
  return {
    canReview,
    canManage,
    queues: [...queues.values()].filter(({ assigned }) => seesAll || assigned),
    queue: (queueId) => {
      const queue = queues.get(queueId);
      if (queue === undefined || !(seesAll || queue.assigned)) throw fail('QUEUE-UNKNOWN', { id: queueId });
      return queue;
    },
    seesQueue: (queueId) => seesAll || queues.get(queueId)?.assigned === true,
    queueOf: ({ standing: { record } }) => {
      const queue = queues.get(record.queueId) ?? deletedQueue(record.queueId);
      const isOwn = leaseAt(record, clock.now())?.agentId === actor.id;
      return seesAll || queue.assigned || isOwn || record.assignee?.id === actor.id ? queue : undefined;
    },
  };
};
