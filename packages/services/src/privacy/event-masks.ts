import { eventMask, MASK_MARK, type EventMask, type LoggedKind } from '@redoubt/domain';
import type { Json } from '@redoubt/kernel';
import { readRequests, type RequestKey, type TenantTransaction } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { reading } from '../unit-of-work.ts';
import { seesMasks } from './masked-environments.ts';

/** Of an event that is not there any more: what was its person's is not known, so nothing is shown. */
const HIDES_ALL: EventMask = {
  text: () => MASK_MARK,
  json: <T>() => MASK_MARK as T,
  computed: <T>() => MASK_MARK as T,
};

/** The masks of some events for a caller, in their order; null for those of which the caller sees all. */
const readEventMasks = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  keys: readonly RequestKey[],
): Promise<readonly (EventMask | null)[]> => {
  const masked = keys.filter(({ environmentId }) => seesMasks(context, environmentId));
  if (masked.length === 0) return keys.map(() => null);
  const requests = await readRequests(trx, context.tenantId, masked);
  const maskOf = (request: Json | undefined): EventMask => (request === undefined ? HIDES_ALL : eventMask(request));
  const masks = new Map(masked.map((key, index) => [key, maskOf(requests[index])]));
  return keys.map((key) => masks.get(key) ?? null);
};

export const readEventMask = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  key: RequestKey,
): Promise<EventMask | null> => (await readEventMasks(trx, context, [key]))[0] ?? null;

type ReasonedEvent = Pick<RequestKey, 'environmentId' | 'eventId'> & {
  readonly eventType: string;
  readonly reason: string | null;
};

/** Events with masks in the reasons that rules computed. */
export const withSeenReasons = async <T extends ReasonedEvent>(
  trx: TenantTransaction,
  context: EnvironmentContext,
  events: readonly T[],
): Promise<T[]> => {
  const spoken = events.filter(({ reason }) => reason !== null);
  const keys = spoken.map(({ environmentId, eventId, eventType }) => ({
    environmentId,
    eventId,
    kind: eventType as LoggedKind,
  }));
  const masks = await readEventMasks(trx, context, keys);
  const seen = new Map(spoken.map((each, index) => [each, masks[index]?.computed(each.reason) ?? each.reason]));
  return events.map((each) => ({ ...each, reason: seen.get(each) ?? null }));
};

/** The same without an open transaction. */
export const readSeenReasons = async <T extends ReasonedEvent>(
  context: EnvironmentContext,
  events: readonly T[],
): Promise<readonly T[]> =>
  events.some(({ environmentId, reason }) => reason !== null && seesMasks(context, environmentId))
    ? reading(context, (trx) => withSeenReasons(trx, context, events))
    : events;
