import {
  aboutName,
  isAssessmentKind,
  isAssessmentSubject,
  shapeStoredEvent,
  velocityPayload,
  type DefinedSources,
  type LoggedAssessmentKind,
} from '@redoubt/domain';
import { isJsonObject, type Id, type Json, type JsonObject } from '@redoubt/kernel';
import type { StoredEvent } from '@redoubt/storage';
import { ruleEvaluationOf } from '../decisions/recorded/recorded-event.ts';
import type { SampledEvent } from '../evaluation/evaluation-protocol.ts';

/** The assessment an event is about. */
export type AboutEvent = { readonly environmentId: Id; readonly kind: LoggedAssessmentKind; readonly eventId: string };

/** Names an event among others. */
export const aboutKey = (event: Pick<StoredEvent, 'environmentId' | 'kind' | 'eventId'>): string =>
  `${event.environmentId} ${event.kind} ${event.eventId}`;

/** The assessment a later event is about; undefined for assessments, and for what is about something else. */
export const aboutOf = ({ environmentId, facts }: StoredEvent): AboutEvent | undefined => {
  const subject = 'subject' in facts ? facts.subject : null;
  const kind = subject && isAssessmentSubject(subject.kind) ? subject.kind : undefined;
  return subject && kind ? { environmentId, kind, eventId: subject.id } : undefined;
};

const bodyOf = ({ kind, requestText }: StoredEvent): JsonObject | undefined => {
  const body = JSON.parse(requestText) as Json;
  return isJsonObject(body) && shapeStoredEvent(kind, body).length === 0 ? body : undefined;
};

/** Stored events as velocities see them. What an event is about is known where it is among them or in `assessments`. */
export const sampledEvents = (
  events: readonly StoredEvent[],
  assessments: ReadonlyMap<string, JsonObject>,
  defined: DefinedSources,
): readonly SampledEvent[] => {
  const bodies = new Map(assessments);
  return events.flatMap((event): readonly SampledEvent[] => {
    const body = bodyOf(event);
    if (!body) return [];
    const { kind, eventTimeMs: nowMs } = event;
    if (isAssessmentKind(kind)) {
      bodies.set(aboutKey(event), body);
      return [{ kind, nowMs, payload: velocityPayload({ body, ruleEvaluation: ruleEvaluationOf(event.resultText) }) }];
    }
    const about = aboutOf(event);
    const found = about && bodies.get(aboutKey(about));
    return [
      {
        kind,
        nowMs,
        payload: velocityPayload({
          body,
          about: found && { kind: about.kind, body: found, name: aboutName(about.kind, defined) },
        }),
      },
    ];
  });
};
