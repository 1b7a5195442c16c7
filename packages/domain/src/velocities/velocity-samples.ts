import type { JsonObject } from '@redoubt/kernel';
import type { DefinedAssessment } from '../assessments/definition.ts';
import { definedRelatedSchema, definedSchema, schemaSample } from '../assessments/defined-schema.ts';
import { definedPartsOf, type DefinedKind } from '../events/defined-kinds.ts';
import { isAssessmentKind, type EventKind } from '../events/event-kinds.ts';
import { EVENT_EXAMPLES } from '../events/examples/event-examples.ts';
import { assessmentsAround, velocityPayload } from './velocity-sources.ts';

const RULE_EVALUATION = {
  decision: 'Review',
  rule: 'New account, expensive basket',
  clause: 'Ask for proof',
  reason: 'NEW_ACCOUNT',
  environmentId: '8a0f3f5e-2b1c-4f6d-9f0e-1f2a3b4c5d6e',
};

const without = (body: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));

const sampleOf = (kind: EventKind): JsonObject => {
  const body = EVENT_EXAMPLES[kind].full;
  if (isAssessmentKind(kind)) return velocityPayload({ body, ruleEvaluation: RULE_EVALUATION });
  const [about] = assessmentsAround(kind);
  return velocityPayload({
    body: without(body, '_metadata'),
    about: about && { kind: about, body: without(EVENT_EXAMPLES[about].full, '_metadata') },
  });
};

/** What a customer calls an event of a defined assessment: its name, with that of an observation or label behind it. */
export const definedKindTitle = ({ friendlyName, definition }: DefinedAssessment, kind: DefinedKind): string => {
  const { part, observation } = definedPartsOf(kind);
  if (part === 'assessment' || part === 'legacy') return friendlyName;
  const later =
    part === 'label'
      ? definition.label?.friendlyName
      : definition.observations.find(({ number }) => number === observation)?.friendlyName;
  return `${friendlyName} · ${later ?? kind}`;
};

/** A fictional event of a defined assessment with everything a velocity can read of it. */
export const definedVelocitySample = (assessment: DefinedAssessment, kind: DefinedKind): JsonObject => {
  const { definition, apiName } = assessment;
  const own = schemaSample(definedSchema(assessment), definition.fields);
  if (isAssessmentKind(kind)) return velocityPayload({ body: own, ruleEvaluation: RULE_EVALUATION });
  const { observation } = definedPartsOf(kind);
  const fields =
    definition.observations.find(({ number }) => number === observation)?.fields ?? definition.label?.fields;
  const schema = definedRelatedSchema(assessment, kind) ?? {};
  const about = { kind: assessment.kind, body: without(own, 'metadata'), name: apiName };
  return velocityPayload({ body: schemaSample(schema, fields ?? []), about });
};

/** A fictional event of each kind, with everything a velocity can read of it: what a new set is tried on. */
export const VELOCITY_SAMPLES = Object.fromEntries(
  (Object.keys(EVENT_EXAMPLES) as EventKind[]).map((kind) => [kind, sampleOf(kind)]),
) as Readonly<Record<EventKind, JsonObject>>;
