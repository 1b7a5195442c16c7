import { allows, fail, GENERAL_QUEUE, leaseAt } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { listCaseQueues, type CaseQueue, type StoredCase, type TenantTransaction } from '@redoubt/storage';
import { loadPersonAccess, type SignedInPerson } from '../access/person-access.ts';
import type { EnvironmentContext } from '../context.ts';

/** What a caller may do with the cases of an environment. */
export type CaseAccess = {
  readonly canReview: boolean;
  readonly canManage: boolean;
  /** A queue whose cases the caller sees. Throws QUEUE-UNKNOWN. */
  readonly queue: (queueId: Id) => CaseQueue;
  /** Whether the caller sees every case of a queue. */
  readonly seesQueue: (queueId: Id) => boolean;
  /** The queue of a case, or undefined where the caller does not see the case. */
  readonly queueOf: (stored: Pick<StoredCase, 'standing'>) => CaseQueue | undefined;
};

/** As whom queues are assigned to a person: their directory id, and the roles they hold in the environment. */
export const principalsOf = async (
  trx: TenantTransaction,
  { environmentId, clock }: EnvironmentContext,
  person: SignedInPerson,
): Promise<readonly string[]> => {
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
 * Which queues a caller works on. Agents see the cases of queues that are assigned to them, of General, what they have in
 * review and what is assigned to them; those who manage queues or only read cases see all of them, and applications too.
 */
export const readCaseAccess = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  person: SignedInPerson | null,
): Promise<CaseAccess> => {
  const { capabilities, environmentId, actor, clock } = context;
  const canReview = allows(capabilities, 'caseReview:write');
  const canManage = allows(capabilities, 'queues:write');
  const seesAll = person === null || canManage || !canReview;
  const principals = seesAll ? [] : await principalsOf(trx, context, person);
  const queues = new Map((await listCaseQueues(trx, environmentId, principals)).map((queue) => [queue.id, queue]));
  return {
    canReview,
    canManage,
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
