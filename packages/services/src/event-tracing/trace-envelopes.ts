import {
  eventMask,
  isAssessmentKind,
  isAssessmentSubject,
  isBuiltInKind,
  kindFacts,
  TRACE_EVENTS,
  TRACE_VERSION,
  traceApiName,
  traceEventsOfKind,
  type DefinedAssessment,
  type EventMask,
  type LoggedKind,
  type TraceEvent,
} from '@redoubt/domain';
import type { LevelCallRecord, RuleTraceEvent } from '@redoubt/engine';
import { isJsonObject, type Id, type Json, type JsonObject } from '@redoubt/kernel';
import {
  isErased,
  type StoredEvent,
  type TracedActivity,
  type TracedCaseEntry,
  type TracePlace,
} from '@redoubt/storage';

/** An event as it can be sent: before a subscription filters it and chooses what of it is sent. */
export type TraceCandidate = TracePlace & {
  /** Unique in the installation and the same whenever it is made. */
  readonly id: string;
  readonly event: TraceEvent;
  readonly name: string;
  /** Order is kept among candidates of one key. */
  readonly key: string;
  readonly atMs: number;
  readonly envelope: JsonObject;
};

/** What candidates are made for. */
export type TraceScope = {
  readonly tenantId: Id;
  readonly events: ReadonlySet<TraceEvent>;
  /** Whether personal values are masked. */
  readonly masked: boolean;
  readonly assessments: readonly DefinedAssessment[];
};

type Api = { readonly apiName: string; readonly name: string };

/** What addresses and screens call a kind of event. */
const apiOf = (kind: LoggedKind, assessments: readonly DefinedAssessment[]): Api => {
  if (isBuiltInKind(kind)) return { apiName: traceApiName(kind), name: traceApiName(kind) };
  for (const { kind: own, apiName, friendlyName, definition } of assessments) {
    const number = own.slice(own.indexOf('-') + 1);
    if (kind === own) return { apiName, name: friendlyName };
    if (kind === `label-${number}`) return { apiName: `${apiName}Label`, name: definition.label?.friendlyName ?? kind };
    const observation = definition.observations.find((each) => kind === `observation-${number}-${each.number}`);
    if (observation) return { apiName: observation.apiName, name: observation.friendlyName };
  }
  return { apiName: kind, name: kind };
};

type Made = { readonly part: string; readonly name: string; readonly content: JsonObject };

const placed = (
  { tenantId }: TraceScope,
  { source, position }: Omit<TracePlace, 'part'>,
  event: TraceEvent,
  about: { readonly key: string; readonly atMs: number; readonly environmentId: Id | null },
  { part, name, content }: Made,
): TraceCandidate => {
  const id = `${tenantId}:${source}:${position}:${part}`;
  const metadata = {
    tenantId,
    environmentId: about.environmentId,
    timestamp: new Date(about.atMs).toISOString(),
  };
  return {
    id,
    source,
    position,
    part,
    event,
    name,
    key: about.key,
    atMs: about.atMs,
    envelope: { uniqueId: id, ...content, name, version: TRACE_VERSION, metadata },
  };
};

/** Leaves everything as it is. */
const SHOWS_ALL: EventMask = { text: (text) => text, json: (value) => value, computed: (value) => value };

type Result = {
  readonly answer?: Json;
  readonly traced?: readonly RuleTraceEvent[];
  readonly calls?: readonly LevelCallRecord[];
};

const requestStatus = ({ answer: { error, httpStatusCode } }: LevelCallRecord): string => {
  if (error === '') return 'Success';
  return httpStatusCode === 0 ? 'RequestFailure' : 'ResponseFailure';
};

/** What the recorded call does not say stays null, under the names of the original. */
const callContent = (call: LevelCallRecord, correlationId: string, assessment: string): JsonObject => ({
  externalCallName: call.request.name,
  requestStatus: requestStatus(call),
  httpStatusCode: call.answer.httpStatusCode,
  correlationId,
  latencyMs: call.answer.latencyMs,
  assessment,
  rule: null,
  clause: null,
});

const errorContent = ({ request, answer }: LevelCallRecord, mask: EventMask): JsonObject => ({
  error: mask.text(answer.error),
  response: mask.computed(answer.response),
  requestUri: null,
  requestBody: mask.computed(
    request.kind === 'external' ? request.arguments : (answer.sent ?? { ...request.baseInput, ...request.fields }),
  ),
});

/** What one event of the log can be sent as, in a fixed order; nothing of one whose person was erased. */
export const candidatesOfEvent = (scope: TraceScope, stored: StoredEvent): readonly TraceCandidate[] => {
  if (isErased(stored)) return [];
  const { events, assessments, masked } = scope;
  const { kind, eventId, position, receivedAtMs: atMs, environmentId, correlationId } = stored;
  const request = JSON.parse(stored.requestText) as Json;
  const result = JSON.parse(stored.resultText) as Result;
  const mask = masked ? eventMask(request) : SHOWS_ALL;
  const api = apiOf(kind, assessments);
  const subject = 'subject' in stored.facts ? stored.facts.subject : null;
  const aboutKind = subject?.kind ?? kindFacts(kind).about;
  const primary =
    aboutKind !== undefined && isAssessmentSubject(aboutKind)
      ? apiOf(aboutKind, assessments)
      : { apiName: '', name: '' };
  const about = { key: `${environmentId}:${subject?.id ?? eventId}`, atMs, environmentId };
  const made: TraceCandidate[] = [];
  const add = (event: TraceEvent, content: () => JsonObject, suffix = '', part = ''): void => {
    if (!events.has(event)) return;
    const name = `${TRACE_EVENTS[event].namespace}${suffix}`;
    const piece = { part: `${event}${part}`, name, content: content() };
    made.push(placed(scope, { source: 'log', position }, event, about, piece));
  };
  const response = (): Json => mask.computed(result.answer ?? null);
  for (const event of traceEventsOfKind(kind)) {
    add(
      event,
      () => {
        const body = { request: mask.json(request) };
        const named = { assessmentApiName: primary.apiName, assessmentName: primary.name };
        if (event === 'assessments')
          return { ...body, response: response(), eventId, assessmentApiName: api.apiName, assessmentName: api.name };
        if (event === 'observations')
          return {
            ...body,
            primaryEventId: subject?.id ?? '',
            observationApiName: api.apiName,
            observationName: api.name,
            observationEventId: eventId,
            ...named,
          };
        return event === 'labels' ? { ...body, labelEventId: eventId, ...named } : { ...body, response: response() };
      },
      api.apiName,
    );
  }
  if (!isAssessmentKind(kind)) return made;
  for (const [index, { rule, clause, attributes }] of (result.traced ?? []).entries()) {
    add(
      'ruleTraces',
      () => ({
        ruleName: rule,
        clauseName: clause,
        eventType: api.apiName,
        correlationId,
        eventId,
        attributes: mask.computed(attributes),
      }),
      '',
      `.${index}`,
    );
  }
  for (const [index, call] of (result.calls ?? []).entries()) {
    const content = callContent(call, correlationId, api.apiName.toUpperCase());
    add('externalCalls', () => content, '', `.${index}`);
    if (call.answer.error !== '')
      add('externalCallErrors', () => ({ ...content, ...errorContent(call, mask) }), '', `.${index}`);
  }
  return made;
};

/** Words of the original where the activity log has others. */
const AUDIT_OPERATIONS: Readonly<Record<string, string>> = { Create: 'New', Update: 'Edit' };
const AUDIT_TYPES: Readonly<Record<string, string>> = { DecisionRule: 'Rule' };

/** What an entry of the activity log can be sent as. */
export const candidatesOfActivity = (scope: TraceScope, entry: TracedActivity): readonly TraceCandidate[] => {
  const { position, environmentId, at, actorId, operation, resourceType, resourceId, entryId } = entry;
  const mask = scope.masked ? eventMask({}) : SHOWS_ALL;
  const resourceName = mask.json(entry.resourceName);
  const about = { key: `${resourceType}:${resourceId}`, atMs: at.getTime(), environmentId };
  const entityType = AUDIT_TYPES[resourceType] ?? resourceType;
  const contents: Readonly<Partial<Record<TraceEvent, JsonObject>>> = {
    audit: {
      audit: {
        entityId: resourceId,
        entityName: resourceName,
        entityType,
        operationName: `${AUDIT_OPERATIONS[operation] ?? operation}${entityType}`,
        userId: actorId,
      },
    },
    activity: {
      eventId: entryId,
      operationType: operation,
      resourceType,
      resourceId,
      resourceName,
      userId: actorId,
      correlationId: entry.correlationId,
      original: mask.json(entry.original),
      modified: mask.json(entry.modified),
    },
  };
  return (['audit', 'activity'] as const).flatMap((event) => {
    const content = contents[event];
    if (content === undefined || !scope.events.has(event)) return [];
    const piece = { part: event, name: TRACE_EVENTS[event].namespace, content };
    return [placed(scope, { source: 'activity', position }, event, about, piece)];
  });
};

/** Words of people about a case, which may tell of a person in any form. */
const isSaid = (name: string): boolean => /note|reason|comment/i.test(name);

const withoutWords = (value: Json): Json => {
  if (Array.isArray(value)) return (value as readonly Json[]).map(withoutWords);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !isSaid(name));
  return Object.fromEntries(kept.map(([name, each]) => [name, withoutWords(each)]));
};

/** What something that happened to a case can be sent as. */
export const candidatesOfCase = (scope: TraceScope, entry: TracedCaseEntry): readonly TraceCandidate[] => {
  if (!scope.events.has('cases')) return [];
  const { position, environmentId, kind, eventId, caseId, number, at, actorId, source, action } = entry;
  const api = apiOf(kind, scope.assessments);
  const body = scope.masked ? (withoutWords(entry.body) as JsonObject) : entry.body;
  const content = {
    caseId,
    entryNumber: number,
    eventId,
    assessmentApiName: api.apiName,
    assessmentName: api.name,
    action,
    source,
    userId: actorId,
    details: body,
  };
  const about = { key: caseId, atMs: at.getTime(), environmentId };
  const piece = { part: 'cases', name: TRACE_EVENTS.cases.namespace, content };
  return [placed(scope, { source: 'case', position }, 'cases', about, piece)];
};
