import {
  assignQueue,
  changeQueue,
  createQueue,
  deleteQueue,
  getAssignable,
  getCaseworkSummary,
  getQueueChoices,
  getQueues,
  pauseQueue,
  type Queue,
  type QueueAssignee,
  type QueueText,
} from '@redoubt/contracts';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';
import { useWrite } from '../../api/use-write.ts';

/** How often the figures of queues are read again while they are on the screen. */
const LIVE_MS = 30_000;

export const queuesQuery = (call: ApiCall, environmentId: string) =>
  read(call, getQueues, { params: { environmentId } }, { refetchInterval: LIVE_MS });

export const caseworkSummaryQuery = (call: ApiCall, environmentId: string) =>
  read(call, getCaseworkSummary, { params: { environmentId } }, { refetchInterval: LIVE_MS });

export const queueChoicesQuery = (call: ApiCall, environmentId: string) =>
  read(call, getQueueChoices, { params: { environmentId } });

export const assignableQuery = (call: ApiCall, environmentId: string) =>
  read(call, getAssignable, { params: { environmentId } });

type Versioned = Pick<Queue, 'id' | 'version'>;

/** Changes of queues; each reads the list again. */
export const useQueueMutations = () => ({
  create: useWrite(createQueue, (body: QueueText) => ({ body })),
  change: useWrite(changeQueue, ({ id, ...body }: Versioned & Omit<QueueText, 'assessment'>) => ({
    params: { queueId: id },
    body,
  })),
  pause: useWrite(pauseQueue, ({ id, ...body }: Versioned & { readonly paused: boolean }) => ({
    params: { queueId: id },
    body,
  })),
  assign: useWrite(
    assignQueue,
    ({ id, ...body }: Versioned & { readonly assignees: Pick<QueueAssignee, 'id' | 'kind'>[] }) => ({
      params: { queueId: id },
      body,
    }),
  ),
  remove: useWrite(deleteQueue, ({ id, ...query }: Versioned & { readonly moveTo?: string }) => ({
    params: { queueId: id },
    query,
  })),
});
