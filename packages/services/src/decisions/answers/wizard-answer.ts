import { textAt, USUAL_DEVICE_KEYS } from '@redoubt/domain';
import type { EngineResult } from '@redoubt/engine';
import { isJsonObject, type Json, type JsonObject } from '@redoubt/kernel';
import { botScoreIn, deviceAttributesIn } from '../../fingerprints/device-facts.ts';

/**
 * What an answer says that neither body nor result hold; recorded with the event, so that a replay answers the same.
 */
export type WizardFacts = {
  /** Names of the environments from the root down, behind slashes. */
  readonly hierarchyPath: string;
  /** The API name of the assessment. */
  readonly eventType: string;
  readonly correlationId: string;
  readonly receivedAtMs: number;
};

type Answered = {
  readonly eventId: string;
  /** Shaped. */
  readonly body: JsonObject;
  readonly facts: WizardFacts;
  /** Values the product added. */
  readonly generated: JsonObject;
};

/** Outputs stand under their clause, what actions add beside them or, in a section of that name, among them. */
const customProperties = ({ outputs, actions }: EngineResult): JsonObject => {
  if (actions === undefined) return outputs;
  // Names are user text: no name means anything but itself.
  const properties = Object.create(null) as Record<string, Json>;
  Object.assign(properties, outputs);
  for (const [name, value] of Object.entries(actions.customProperties)) {
    const output = Object.hasOwn(outputs, name) ? outputs[name] : undefined;
    properties[name] = output && isJsonObject(value) ? { ...output, ...value } : value;
  }
  return properties;
};

const botOf = (generated: JsonObject): JsonObject => {
  const scoreValue = botScoreIn(generated);
  return scoreValue === undefined ? {} : { bot: { scoreType: 'Bot', scoreValue, reason: '' } };
};

/**
 * The answer of a wizard assessment (`docs/reference/wire.md#assessments-of-the-wizard`); outputs stand under their
 * clause. No member that is documented as a value is null; `bot` is there where a fingerprint was found, `risk` with a
 * model (ADR 0058).
 */
export const wizardAnswer = ({ eventId, body, facts, generated }: Answered, result: EngineResult): JsonObject => ({
  metadata: {
    eventId,
    sessionId: textAt(body, 'deviceFingerprinting.id') ?? textAt(body, 'metadata.sessionId') ?? '',
    gdprId: eventId,
    isTest: (body.metadata as JsonObject | undefined)?.isTest === true,
    timestamp: textAt(body, 'metadata.merchantTimeStamp') ?? new Date(facts.receivedAtMs).toISOString(),
    processedDateTime: new Date(facts.receivedAtMs).toISOString(),
    hierarchyPath: facts.hierarchyPath,
    eventType: facts.eventType,
    correlationId: facts.correlationId,
  },
  decisionDetails: {
    merchantRuleDecision: result.decision,
    challengeType: result.challengeType ?? '',
    rule: result.rule?.name ?? '',
    clauseName: result.clause ?? '',
    reasons: result.reason === null ? [] : [result.reason],
    supportMessages: result.supportMessage === null ? [] : [result.supportMessage],
  },
  ruleEvaluations: result.hits.map(({ rule, clauseNames, environmentId }) => ({
    rule,
    clauseNames: [...clauseNames],
    environmentId,
  })),
  enrichments: { deviceAttributes: deviceAttributesIn(generated, USUAL_DEVICE_KEYS), ...botOf(generated) },
  customProperties: customProperties(result),
  diagnostics: result.actions === undefined ? result.errors : { ...result.errors, ...result.actions.errors },
});
