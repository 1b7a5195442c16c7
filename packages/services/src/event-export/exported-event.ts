import type { ExportedEvent, ExportType } from '@redoubt/contracts';
import {
  eventMask,
  isAssessmentSubject,
  kindFacts,
  maskOf,
  MASK_MARK,
  shapeStoredEvent,
  textAt,
  type EntityKind,
  type EventMask,
  type Subject,
} from '@redoubt/domain';
import type { VelocityReads } from '@redoubt/engine';
import { isJsonObject, type Json, type JsonObject } from '@redoubt/kernel';
import { isAssessment, type StoredEvent } from '@redoubt/storage';
import type { RecordedInputs, RecordedResult } from '../decisions/recorded/recorded-event.ts';
import { lookedUpFacts } from '../enrichment/looked-up-facts.ts';
import { eventVelocities } from '../events/event-velocities.ts';
import type { Manifest } from '../plans/manifest.ts';

export const exportTypeOf = ({ kind }: Pick<StoredEvent, 'kind'>): ExportType => {
  const { role } = kindFacts(kind);
  return role === 'assessment' ? 'event' : role;
};

/** The plan that decided an event; null for what was not decided. */
export const decidingPlanOf = (event: StoredEvent): string | null =>
  isAssessment(event) ? (JSON.parse(event.inputsText) as RecordedInputs).planId : null;

type Inputs = { readonly velocities?: VelocityReads; readonly warming?: readonly string[] };

/** The request in the canonical spelling; as it came where it does not fit the fields of today. */
const bodyOf = ({ kind, requestText }: StoredEvent): JsonObject => {
  const request = JSON.parse(requestText) as Json;
  if (!isJsonObject(request)) return {};
  const shaped = structuredClone(request);
  return shapeStoredEvent(kind, shaped).length === 0 ? shaped : request;
};

/** @param manifest of the plan that decided it; its velocities are left out where it is not kept. */
export const exportedEvent = (event: StoredEvent, manifest: Manifest | undefined): ExportedEvent => {
  const { position, kind, eventId, receivedAtMs, eventTimeMs, historical, correlationId } = event;
  const head = {
    position,
    type: exportTypeOf(event),
    eventType: kind,
    eventId,
    eventTime: new Date(eventTimeMs).toISOString(),
    receivedAt: new Date(receivedAtMs).toISOString(),
    historical,
    correlationId,
  };
  const body = bodyOf(event);
  if (!isAssessment(event)) return { ...head, about: event.facts.subject, decision: null, velocities: [], body };
  const { decision, reason, supportMessage, challengeType, rule, clause } = JSON.parse(
    event.resultText,
  ) as RecordedResult;
  const { velocities = {}, warming = [] } = JSON.parse(event.inputsText) as Inputs;
  const { control, riskScore } = event.facts;
  return {
    ...head,
    about: null,
    decision: {
      decision,
      reason,
      supportMessage,
      challengeType,
      rule,
      clause,
      riskScore,
      control: control ? { probability: control.probability, stopped: control.stopped?.decision ?? null } : null,
    },
    velocities:
      manifest === undefined
        ? []
        : eventVelocities(manifest, velocities, warming, new Map()).map(({ environmentName: _name, ...each }) => each),
    body,
  };
};

/** Where the id of what takes part in several events stands in them, for the class of what it tells. */
const ENTITY_PATHS: Readonly<Record<EntityKind, string>> = {
  account: 'user.userId',
  paymentInstrument: 'paymentInstrument.instrumentId',
  email: 'user.email',
};

const maskEntity = ({ kind, id }: Subject): string =>
  isAssessmentSubject(kind) ? id : (maskOf(ENTITY_PATHS[kind], id) ?? MASK_MARK);

/** Where labels name what they are about. */
const LABEL_OBJECTS = ['labelObjectId', 'label.labelObjectId'] as const;

const maskRelated = (exported: ExportedEvent): ExportedEvent => {
  const { about, body } = exported;
  if (about !== null && isAssessmentSubject(about.kind as Subject['kind']))
    return { ...exported, body: eventMask(body).json(body) };
  // Its own id is that of a person, or holds it.
  const named = [about?.id, ...LABEL_OBJECTS.map((place) => textAt(body, place))];
  const mask = eventMask(body, ...named.map((userId) => ({ user: { userId } })));
  return {
    ...exported,
    eventId: about === null ? MASK_MARK : maskEntity(about as Subject),
    about: about && { ...about, id: maskEntity(about as Subject) },
    body: mask.json(body),
  };
};

const textOrNull = (mask: EventMask, text: string | null): string | null => (text === null ? null : mask.text(text));

/** The same with masks in place of personal values, as the event's page has them. What names an event stays. */
export const maskExported = (exported: ExportedEvent, event: StoredEvent): ExportedEvent => {
  if (exported.decision === null) return maskRelated(exported);
  const { facts } = JSON.parse(event.resultText) as RecordedResult;
  const found = lookedUpFacts(facts).map((each) => ({
    [each.kind === 'device' ? 'deviceContext' : each.kind]: each.found,
  }));
  const mask = eventMask(exported.body, ...found);
  const { reason, supportMessage, challengeType } = exported.decision;
  return {
    ...exported,
    decision: {
      ...exported.decision,
      reason: textOrNull(mask, reason),
      supportMessage: textOrNull(mask, supportMessage),
      challengeType: textOrNull(mask, challengeType),
    },
    velocities: exported.velocities.map((each) => ({ ...each, key: mask.computed(each.key) })),
    body: mask.json(exported.body),
  };
};
