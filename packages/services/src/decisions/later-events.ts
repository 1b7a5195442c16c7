import { isAssessmentSubject, type LoggedRelatedKind, type Subject } from '@redoubt/domain';
import { countsKind, type EngineInput } from '@redoubt/engine';
import type { EnrichmentData } from '@redoubt/enrichment';
import type { JsonObject } from '@redoubt/kernel';
import type { EventKey, LogEvent } from '@redoubt/storage';
import { randomUUID } from 'node:crypto';
import type { VelocityRuntime } from '../velocity-runtime/velocity-runtime.ts';
import { runWithVelocities } from '../velocity-runtime/velocity-view.ts';
import { acceptedAnswer } from './answers/answers.ts';
import { eventContributions, type AboutAssessment } from './event-contributions.ts';
import { loggedBase, timeOfEvent, usableId, type IncomingEvent } from './incoming-event.ts';
import { reportedOwnFields } from './tenant-plans/compiled-assessment.ts';
import { planOfKind } from './tenant-plans/plan-of-kind.ts';
import { relatedFacts } from './related-event.ts';

export type LaterEventOptions = {
  readonly velocities: Pick<VelocityRuntime, 'viewAt' | 'encode'>;
  /** The body of an assessment that is stored already, for velocities that count events about it. */
  readonly readAssessment: (key: EventKey) => Promise<JsonObject | undefined>;
  /** Data that facts about addresses and cards come from; without it nothing is found. */
  readonly data?: (() => EnrichmentData) | undefined;
  readonly parseTime: (text: string) => number | null;
};

/** A later event that is worked out and has yet to be stored. */
export type AcceptedEvent = { readonly logged: LogEvent; readonly answerText: string };

/** The assessment an event is about, where a velocity may want to know; it may not have come yet. */
const aboutOf = async (
  { readAssessment }: LaterEventOptions,
  { environment, tenantId, kind }: IncomingEvent<LoggedRelatedKind>,
  subject: Subject | null,
): Promise<AboutAssessment | undefined> => {
  if (subject === null || !countsKind(planOfKind(kind, environment.plans), kind)) return undefined;
  const { kind: about, id } = subject;
  if (!isAssessmentSubject(about)) return undefined;
  const key = { tenantId, environmentId: environment.environment.id, kind: about, eventId: id };
  const body = await readAssessment(key);
  return body && { kind: about, body };
};

/** Works out what is stored of a status, update, chargeback or label, and what it is answered. */
export const acceptLaterEvent = async (
  options: LaterEventOptions,
  event: IncomingEvent<LoggedRelatedKind>,
): Promise<AcceptedEvent> => {
  const { kind, body } = event;
  const { id, facts: said } = relatedFacts(kind, body);
  const ownFields = reportedOwnFields(event.environment.assessments, kind);
  const facts = { ...said, ...(ownFields.length > 0 && { ownFields }) };
  const eventTimeMs = timeOfEvent(event, options.parseTime);
  const base = loggedBase(event, usableId(id), eventTimeMs);
  const about = await aboutOf(options, event, facts.subject);
  const view = options.velocities.viewAt(event.tenantId, eventTimeMs);
  const input: EngineInput = {
    payload: body,
    generated: {},
    nowMs: event.historical ? eventTimeMs : event.receivedAtMs,
    correlationId: event.correlationId,
    seed: 0,
    velocities: view.port,
    ...(options.data ? { enrichment: options.data().source } : {}),
  };
  const contributions = await runWithVelocities(view, () =>
    eventContributions(options.velocities, event, input, { about }),
  );
  const answerText = JSON.stringify(acceptedAnswer(kind, body, randomUUID()));
  return {
    logged: {
      ...base,
      ...contributions,
      ...(event.onceKey === undefined ? {} : { onceKey: event.onceKey }),
      kind,
      // Which velocities counted it: a backfill counts the others.
      inputsText: JSON.stringify({ planId: planOfKind(kind, event.environment.plans).id }),
      resultText: `{"answer":${answerText}}`,
      facts,
    },
    answerText,
  };
};
