import { fail, kindFacts, textAt, type LoggedKind } from '@redoubt/domain';
import type { Id, JsonObject } from '@redoubt/kernel';
import type { EventKey } from '@redoubt/storage';
import { eventTimeOf } from './event-time.ts';
import type { ResolvedEnvironment } from './tenant-plans/plan-registry.ts';

/** What an event that another assessment sent carries with it. */
export type Nesting = {
  /** Assessments as environments decide them, the first caller first. */
  readonly path: readonly string[];
  /** When the answer must be there, on the clock of `monotonicMs`. */
  readonly untilMs: number;
};

/** An event of the public API, checked and masked, in the environment it is for. */
export type IncomingEvent<Kind extends LoggedKind = LoggedKind> = {
  readonly kind: Kind;
  readonly tenantId: Id;
  readonly environment: ResolvedEnvironment;
  /** Shaped body: canonical names. */
  readonly body: JsonObject;
  /** The request as it came, card data masked. */
  readonly requestText: string;
  readonly receivedAtMs: number;
  readonly historical: boolean;
  readonly correlationId: string;
  /** Of a later event: under this name it is stored once, however often it is recorded. */
  readonly onceKey?: string;
  /** Where a rule of another assessment sent it; absent for what came from outside. */
  readonly nesting?: Nesting;
};

const MAX_ID_CHARACTERS = 256;

/** Ids are kept as sent, blanks included. */
export const usableId = (id: string | null): string => {
  if (id !== null && id.length <= MAX_ID_CHARACTERS) return id;
  throw fail('REQ-INVALID', { problems: `an id has more than ${MAX_ID_CHARACTERS} characters` });
};

/** An event without an id of its own (a legacy custom assessment) is known by its transaction. */
export const eventIdOf = ({ kind, body }: IncomingEvent, reference: string): string => {
  const { id } = kindFacts(kind);
  return id === '' ? reference : usableId(textAt(body, id));
};

export const eventKeyOf = (event: IncomingEvent, eventId: string): EventKey => ({
  tenantId: event.tenantId,
  environmentId: event.environment.environment.id,
  kind: event.kind,
  eventId,
});

/** When the event happened, in milliseconds since 1970, see `eventTimeOf`. */
export const timeOfEvent = (event: IncomingEvent, parseTime: (text: string) => number | null): number => {
  const metadata = kindFacts(event.kind).generation === 'purchase' ? '_metadata' : 'metadata';
  const sent = textAt(event.body, `${metadata}.merchantTimeStamp`);
  const merchantTimeMs = sent === null ? null : parseTime(sent);
  return eventTimeOf(merchantTimeMs, event.receivedAtMs, event.historical);
};

/** What the log keeps of every event, whatever it says. */
export const loggedBase = (event: IncomingEvent, eventId: string, eventTimeMs: number) => ({
  tenantId: event.tenantId,
  environmentId: event.environment.environment.id,
  eventId,
  receivedAtMs: event.receivedAtMs,
  eventTimeMs,
  historical: event.historical,
  correlationId: event.correlationId,
  requestText: event.requestText,
});
