import type {
  EventAction,
  EventDetail,
  EventExplanation,
  EventReplay,
  EventTraceRule,
  LinkedEvent,
  LinkingAttribute,
  SearchRow,
} from '@redoubt/contracts';
import { eventMask, maskOf, ownPathOf, personalValuesOf, supportListOf, type EventMask } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import type { EnvironmentContext } from '../context.ts';
import { seesMasks } from './masked-environments.ts';

/** Where the values that search keeps stand in events, for the class of what they tell. */
const SEARCHED = {
  userId: 'user.userId',
  userName: 'user.userName',
  email: 'user.email',
  ipAddress: 'deviceContext.ipAddress',
  deviceId: 'device.deviceId',
  paymentInstrumentId: 'paymentInstrument.instrumentId',
  phone: 'user.phoneNumber',
  address: 'shippingAddress.street1',
} as const;
export type SearchedPersonal = keyof typeof SEARCHED;

const isSearched = (field: string): field is SearchedPersonal => Object.hasOwn(SEARCHED, field);

/** The path by which a field of search is judged: of the product's own fields where they stand, else the path itself. */
const pathOfSearched = (field: string): string => (isSearched(field) ? SEARCHED[field] : (ownPathOf(field) ?? field));

/** Whether texts of a field are personal, whatever they are. */
export const isPersonalField = (field: string): boolean => maskOf(pathOfSearched(field), 'x') !== null;

/** A value that search keeps, masked where it is personal. */
export const maskSearched = <Value>(field: string, value: Value): Value | string =>
  maskOf(pathOfSearched(field), value) ?? value;

const masked = (field: SearchedPersonal, value: string | null): string | null =>
  value === null ? null : maskSearched(field, value);

/** A row of search, whose reason is masked with its event. */
export const maskSearchRow = (row: SearchRow): SearchRow => ({
  ...row,
  userId: masked('userId', row.userId),
  userName: masked('userName', row.userName),
  email: masked('email', row.email),
  ipAddress: masked('ipAddress', row.ipAddress),
  deviceId: masked('deviceId', row.deviceId),
  paymentInstrumentId: masked('paymentInstrumentId', row.paymentInstrumentId),
  own: row.own.map(({ path, values }) => ({ path, values: values.map((value) => maskOf(path, value) ?? value) })),
});

/** A linked event, whose reason is masked with its event. */
export const maskLinkedEvent = (linked: LinkedEvent): LinkedEvent => ({
  ...linked,
  userId: masked('userId', linked.userId),
  userName: masked('userName', linked.userName),
  email: masked('email', linked.email),
});

export const maskLinkingValues = (attribute: LinkingAttribute, values: readonly string[]): string[] =>
  values.map((value) => maskSearched(attribute, value));

/** Bodies of events as a caller sees them. */
export const seenBodies = <Body>(
  context: Pick<EnvironmentContext, 'maskedEnvironments'>,
  environmentId: Id,
  bodies: readonly Body[],
): readonly Body[] => (seesMasks(context, environmentId) ? bodies.map((body) => eventMask(body).json(body)) : bodies);

const maskSteps = (mask: EventMask, steps: EventTraceRule['steps']): EventTraceRule['steps'] =>
  steps.map((step) => ({
    ...step,
    reads: step.reads.map((read) => ({ ...read, value: mask.computed(read.value, read.path) })),
    error: step.error === null ? null : mask.text(step.error),
  }));

const maskTrace = (mask: EventMask, trace: readonly EventTraceRule[]): EventTraceRule[] =>
  trace.map((rule) => ({ ...rule, steps: maskSteps(mask, rule.steps) }));

const maskCalls = (mask: EventMask, calls: EventDetail['calls']): EventDetail['calls'] =>
  calls.map((call) => ({
    ...call,
    arguments: call.arguments.map((each) => mask.computed(each)),
    error: mask.text(call.error),
    response: mask.computed(call.response),
    idempotencyKey: call.idempotencyKey === null ? null : mask.text(call.idempotencyKey),
  }));

type Values = EventAction['response'];

const maskValues = (mask: EventMask, values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, mask.computed(value, name)]));

const maskAction = (mask: EventMask, action: EventAction): EventAction => ({
  ...action,
  steps: maskSteps(mask, action.steps),
  response: maskValues(mask, action.response),
  variables: maskValues(mask, action.variables),
  calls: maskCalls(mask, action.calls),
});

const textOrNull = (mask: EventMask, text: string | null): string | null => (text === null ? null : mask.text(text));

/** What a fact was asked about, for the class of what it tells. */
const ASKED_PATHS: Readonly<Record<EventDetail['lookedUp'][number]['kind'], string>> = {
  geo: 'ipAddress',
  bin: 'paymentInstrument.bin',
  device: 'deviceContext.deviceContextId',
  speed: 'user.userId',
  graph: '',
  risk: '',
  bot: 'deviceContext.deviceContextId',
};

/**
 * All that an answer tells about an event, with masks in place of personal values. What names the event stays: its id and
 * those of records about it.
 *
 * @param seen what the caller may besides, with what support lists say of the values of the request.
 */
export const maskEventDetail = (
  detail: EventDetail,
  seen: Pick<NonNullable<EventDetail['masked']>, 'canReveal' | 'statuses'>,
): EventDetail => {
  const { canReveal, statuses } = seen;
  const facts = detail.lookedUp.map(({ kind, found }) => ({ [kind === 'device' ? 'deviceContext' : kind]: found }));
  const mask = eventMask(detail.request, ...detail.related.map(({ body }) => body), ...facts);
  const fields = new Set(personalValuesOf(detail.request).map(({ path }) => path));
  return {
    ...detail,
    reason: textOrNull(mask, detail.reason),
    supportMessage: textOrNull(mask, detail.supportMessage),
    challengeType: textOrNull(mask, detail.challengeType),
    outputs: Object.fromEntries(Object.entries(detail.outputs).map(([rule, out]) => [rule, maskValues(mask, out)])),
    trace: maskTrace(mask, detail.trace),
    routing: detail.routing && { ...detail.routing, trace: maskTrace(mask, detail.routing.trace) },
    velocities: detail.velocities.map((each) => ({ ...each, key: mask.computed(each.key) })),
    lookedUp: detail.lookedUp.map((each) => ({
      ...each,
      asked: mask.computed(each.asked, ASKED_PATHS[each.kind]),
      found:
        each.found === null ? null : mask.computed(each.found, each.kind === 'device' ? 'deviceContext' : each.kind),
    })),
    calls: maskCalls(mask, detail.calls),
    actions: detail.actions.map((action) => maskAction(mask, action)),
    related: detail.related.map((each) => ({
      ...each,
      summary: mask.text(each.summary),
      body: mask.json(each.body),
    })),
    request: mask.json(detail.request),
    response: mask.json(detail.response),
    masked: {
      fields: [...fields],
      canReveal,
      statuses: statuses.map(({ entity, value, status }) => ({
        entity,
        value: mask.json(value, supportListOf(entity).attribute),
        status,
      })),
    },
  };
};

/** @param request the body of the event that is explained. */
export const maskExplanation = ({ rules }: EventExplanation, request: unknown): EventExplanation => {
  const mask = eventMask(request);
  return {
    rules: rules.map((rule) => ({
      ...rule,
      parts: rule.parts.map((part) => ({
        ...part,
        values: part.values.map((each) => ({ ...each, value: mask.computed(each.value) })),
      })),
    })),
  };
};

/** @param request the body of the event that was decided again. */
export const maskReplay = <R extends Pick<EventReplay, 'difference'>>(replayed: R, request: unknown): R => {
  const { difference } = replayed;
  if (difference === null) return replayed;
  const mask = eventMask(request);
  return {
    ...replayed,
    difference: {
      ...difference,
      recorded: textOrNull(mask, difference.recorded),
      recomputed: textOrNull(mask, difference.recomputed),
    },
  };
};
