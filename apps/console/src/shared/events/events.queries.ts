import { explainEvent, getEvent, getVelocityValue, replayEvent, type EventVelocity } from '@redoubt/contracts';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';

/** Which event: ids are unique within the environment that received it. */
export type EventRef = {
  readonly eventType: string;
  readonly eventEnvironmentId: string;
  readonly eventId: string;
};

const KEEP_MS = 5 * 60_000;

/** One event with everything known about it; asked for only where there is an event to ask for. */
export const eventQuery = (call: ApiCall, environmentId: string, ref: EventRef | undefined) => {
  const { eventType = '', eventEnvironmentId = '', eventId = '' } = ref ?? {};
  return read(
    call,
    getEvent,
    { params: { environmentId, eventType, eventEnvironmentId, eventId } },
    { enabled: ref !== undefined, gcTime: KEEP_MS },
  );
};

/** What every expression of the rules that ran came to. */
export const explanationQuery = (call: ApiCall, environmentId: string, ref: EventRef) =>
  read(call, explainEvent, { params: { environmentId, ...ref } }, { staleTime: Infinity, gcTime: KEEP_MS });

/** Decides an event again; asked for only by hand, and anew each time. */
export const replayQuery = (call: ApiCall, environmentId: string, ref: EventRef) =>
  read(call, replayEvent, { params: { environmentId, ...ref } }, { enabled: false });

/** What a velocity that a decision read holds now. */
export const velocityNowQuery = (call: ApiCall, { environmentId, name, key, window }: EventVelocity) =>
  read(
    call,
    getVelocityValue,
    { params: { environmentId }, body: { velocity: name, key, window, withEvents: false } },
    { staleTime: 30_000 },
  );
