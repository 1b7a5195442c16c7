import {
  changeTraceSubscription,
  checkTraceTarget,
  createTraceSubscription,
  deleteTraceSubscription,
  dropTraceDeadLetters,
  getTraceDeadLetters,
  getTraceLags,
  getTraceSamples,
  getTraceSubscriptions,
  renewTraceSecret,
  replayTraceDeadLetters,
  replayTraces,
  sendTraceTest,
  setTraceSubscriptionState,
  type TraceSubscription,
  type TraceText,
} from '@redoubt/contracts';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';
import { useWrite } from '../../api/use-write.ts';

/** Lag and failures change within seconds. */
const REFRESH_MS = 5000;

export const traceSubscriptionsQuery = (call: ApiCall, environmentId: string) =>
  read(call, getTraceSubscriptions, { params: { environmentId } }, { refetchInterval: REFRESH_MS });

export const traceDeadLettersQuery = (call: ApiCall, environmentId: string, subscriptionId: string) =>
  read(call, getTraceDeadLetters, { params: { environmentId, subscriptionId } }, { refetchInterval: REFRESH_MS });

export const traceLagsQuery = (call: ApiCall, environmentId: string, subscriptionId: string) =>
  read(call, getTraceLags, { params: { environmentId, subscriptionId } }, { refetchInterval: REFRESH_MS });

export const traceSamplesQuery = (call: ApiCall, environmentId: string) =>
  read(call, getTraceSamples, { params: { environmentId } }, { staleTime: Infinity });

type Id = Pick<TraceSubscription, 'id'>;
type Versioned = Pick<TraceSubscription, 'id' | 'version'>;

const ofOne = ({ id }: Id) => ({ params: { subscriptionId: id } });

/** Changes of subscriptions; each reads them again. */
export const useTraceMutations = () => ({
  create: useWrite(createTraceSubscription, (body: TraceText) => ({ body })),
  change: useWrite(changeTraceSubscription, ({ id, ...body }: Versioned & TraceText) => ({
    params: { subscriptionId: id },
    body,
  })),
  setState: useWrite(setTraceSubscriptionState, ({ id, ...body }: Versioned & { readonly isActive: boolean }) => ({
    params: { subscriptionId: id },
    body,
  })),
  remove: useWrite(deleteTraceSubscription, ({ id, version }: Versioned) => ({
    params: { subscriptionId: id },
    query: { version },
  })),
  replay: useWrite(replayTraces, ({ id, ...body }: Versioned & { readonly from: string }) => ({
    params: { subscriptionId: id },
    body,
  })),
  replayDeadLetters: useWrite(replayTraceDeadLetters, ofOne),
  dropDeadLetters: useWrite(dropTraceDeadLetters, ofOne),
  test: useWrite(sendTraceTest, ofOne, { changes: 'nothing' }),
  renewSecret: useWrite(renewTraceSecret, ofOne, { gcTime: 0 }),
});

/** Tries a destination that need not be saved. */
export const useTraceCheck = () =>
  useWrite(
    checkTraceTarget,
    (body: Pick<TraceText, 'kind' | 'settings' | 'secrets'> & { readonly subscriptionId: string | null }) => ({ body }),
    { changes: 'nothing', gcTime: 0 },
  );
