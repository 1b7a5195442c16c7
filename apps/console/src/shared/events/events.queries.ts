import { explainEvent, getEvent, getVelocityValue, replayEvent, type EventVelocity } from '@redoubt/contracts';
import { queryOptions } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';

/** Which event: ids are unique within the environment that received it. */
export type EventRef = {
  readonly eventType: string;
  readonly eventEnvironmentId: string;
  readonly eventId: string;
};

const KEEP_MS = 5 * 60_000;

export const eventKeys = {
  one: (environmentId: string, ref: EventRef | undefined) =>
    ['events', environmentId, ref?.eventType, ref?.eventEnvironmentId, ref?.eventId] as const,
};

/** One event with everything known about it; asked for only where there is an event to ask for. */
export const eventQuery = (call: ApiCall, environmentId: string, ref: EventRef | undefined) =>
  queryOptions({
    queryKey: eventKeys.one(environmentId, ref),
    queryFn: ({ signal }) => {
      if (!ref) throw new Error('No event to ask for');
      const { eventType, eventEnvironmentId, eventId } = ref;
      return call(getEvent, { params: { environmentId, eventType, eventEnvironmentId, eventId }, signal });
    },
    gcTime: KEEP_MS,
  });

/** What every expression of the rules that ran came to. */
export const explanationQuery = (call: ApiCall, environmentId: string, ref: EventRef) =>
  queryOptions({
    queryKey: [...eventKeys.one(environmentId, ref), 'explanation'],
    queryFn: ({ signal }) => call(explainEvent, { params: { environmentId, ...ref }, signal }),
    staleTime: Infinity,
    gcTime: KEEP_MS,
  });

/** Decides an event again; asked for only by hand, and anew each time. */
export const replayQuery = (call: ApiCall, environmentId: string, ref: EventRef) =>
  queryOptions({
    queryKey: [...eventKeys.one(environmentId, ref), 'replay'],
    queryFn: ({ signal }) => call(replayEvent, { params: { environmentId, ...ref }, signal }),
    enabled: false,
  });

/** What a velocity that a decision read holds now. */
export const velocityNowQuery = (call: ApiCall, { environmentId, name, key, window }: EventVelocity) =>
  queryOptions({
    queryKey: ['events', environmentId, 'velocity', name, window, key],
    queryFn: ({ signal }) =>
      call(getVelocityValue, {
        params: { environmentId },
        body: { velocity: name, key, window, withEvents: false },
        signal,
      }),
    staleTime: 30_000,
  });
