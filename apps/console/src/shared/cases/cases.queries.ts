import { getCase, getQueueCases, getQueues, type CaseSummary, type ResponseOf } from '@redoubt/contracts';
import type { QueryIn } from '@redoubt/contracts';
import type { ApiCall } from '../../api/api-call.ts';
import { read, readKey, readPages } from '../../api/read.ts';
import { hrefOf } from '../../routes/address.ts';

/** How often pages of cases are read again while they are on the screen. */
export const LIVE_MS = 5000;

const KEEP_MS = 5 * 60_000;

export type CaseDetail = ResponseOf<typeof getCase>;
export type CaseList = NonNullable<QueryIn<typeof getQueueCases>['list']>;

/** Which event a case is about. */
export type CaseRef = { readonly environmentId: string; readonly eventType: string; readonly eventId: string };

/** The case of an event, with the decisions to choose from. */
export const caseQuery = (call: ApiCall, ref: CaseRef) => read(call, getCase, { params: ref }, { gcTime: KEEP_MS });

export const caseKey = ({ environmentId, eventType, eventId }: CaseRef) =>
  readKey(getCase, { params: { environmentId, eventType, eventId } });

/** Cases of a queue in its order, page by page. */
export const queueCasesQuery = (
  call: ApiCall,
  environmentId: string,
  queueId: string,
  query: QueryIn<typeof getQueueCases> & { readonly list: CaseList },
) =>
  readPages(
    call,
    getQueueCases,
    { params: { environmentId, queueId }, query },
    { refetchInterval: LIVE_MS, gcTime: KEEP_MS },
  );

/** The first cases of a queue that wait, for the strip of what comes next. */
export const nextCasesQuery = (call: ApiCall, environmentId: string, queueId: string, limit: number) =>
  read(
    call,
    getQueueCases,
    { params: { environmentId, queueId }, query: { list: 'pending', limit } },
    { gcTime: KEEP_MS },
  );

/** How often the figures of queues are read again while they are on the screen. */
export const QUEUES_LIVE_MS = 30_000;

/** Queues with their cases counted. */
export const queuesQuery = (call: ApiCall, environmentId: string) =>
  read(call, getQueues, { params: { environmentId } }, { refetchInterval: QUEUES_LIVE_MS });

/** Address of the review page of a case. */
export const caseHref = ({
  queueId,
  eventType,
  environmentId: envId,
  eventId: id,
}: Pick<CaseSummary, 'queueId' | 'eventType' | 'environmentId' | 'eventId'>): string =>
  hrefOf('/casemanagement/queues/:queueId/:eventType/:envId/:id', { queueId, eventType, envId, id });
