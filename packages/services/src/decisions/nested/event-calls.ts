import type { CallPort } from '@redoubt/engine';
import type { ExternalCalls } from '../../call-runtime/external-calls.ts';
import type { IncomingEvent } from '../incoming-event.ts';
import { routeCalls, type NestedCalls } from './nested-calls.ts';

export type EventCallsOptions = {
  readonly calls: Pick<ExternalCalls, 'forEvent'>;
  readonly nested: NestedCalls;
};

/** For how long an event may call, and whether what it calls acts on a decision. */
export type CallingTerms = {
  /** On the clock of `monotonicMs`. */
  readonly untilMs: number;
  readonly acts?: true;
  /** See `CallingEvent`. */
  readonly act?: string;
};

/** What an event may call: external calls, and other assessments. */
export const callsOfEvent = (
  { calls, nested }: EventCallsOptions,
  event: IncomingEvent,
  eventId: string,
  terms: CallingTerms,
): CallPort => {
  const { tenantId, kind, environment } = event;
  const environmentId = environment.environment.id;
  return routeCalls(
    calls.forEvent({ tenantId, environmentId, kind, eventId, ...terms }),
    nested.forEvent(event, eventId, terms.untilMs),
  );
};
