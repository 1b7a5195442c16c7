import {
  assignQueue,
  changeQueue,
  createQueue,
  deleteQueue,
  getAssignable,
  getCaseworkAgents,
  getCaseworkSummary,
  getQueueChoices,
  getUsualBacklog,
  pauseQueue,
  type Queue,
  type QueueAssignee,
  type NewQueue,
  type QueueText,
} from '@redoubt/contracts';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';
import { useWrite } from '../../api/use-write.ts';
import { QUEUES_LIVE_MS } from '../../shared/cases/cases.queries.ts';

export const caseworkSummaryQuery = (call: ApiCall, environmentId: string) =>
  read(call, getCaseworkSummary, { params: { environmentId } }, { refetchInterval: QUEUES_LIVE_MS });

/** What is usual changes once an hour. */
const USUAL_MS = 3_600_000;

export const usualBacklogQuery = (call: ApiCall, environmentId: string) =>
  read(
    call,
    getUsualBacklog,
    { params: { environmentId } },
    { refetchInterval: USUAL_MS, staleTime: USUAL_MS, retry: false },
  );

export const caseworkAgentsQuery = (call: ApiCall, environmentId: string) =>
  read(call, getCaseworkAgents, { params: { environmentId } }, { refetchInterval: QUEUES_LIVE_MS });

export const queueChoicesQuery = (call: ApiCall, environmentId: string) =>
  read(call, getQueueChoices, { params: { environmentId } });

export const assignableQuery = (call: ApiCall, environmentId: string) =>
  read(call, getAssignable, { params: { environmentId } });

type Versioned = Pick<Queue, 'id' | 'version'>;

/** Changes of queues; each reads the list again. */
export const useQueueMutations = () => ({
  create: useWrite(createQueue, (body: NewQueue) => ({ body })),
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
