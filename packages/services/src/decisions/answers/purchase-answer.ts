import { DEFAULT_POLICY, NO_SCORE, PURCHASE_DEVICE_KEYS } from '@redoubt/domain';
import type { EngineResult } from '@redoubt/engine';
import type { Json, JsonObject } from '@redoubt/kernel';
import { deviceAttributesIn } from '../../fingerprints/device-facts.ts';

/**
 * Outputs travel as text in the purchase generation: `523.99`, `1`, `True` (`docs/language/guide.md#observations` and
 * `docs/language/decisions.md` A-08).
 */
const outputText = (value: Json): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (value === null) return '';
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
};

const outputTexts = (outputs: EngineResult['outputs']): JsonObject =>
  Object.fromEntries(
    Object.entries(outputs).map(([clause, pairs]) => [
      clause,
      Object.fromEntries(Object.entries(pairs).map(([key, value]) => [key, outputText(value)])),
    ]),
  );

/**
 * The answer of an assessment of the purchase generation as printed in `docs/reference/wire.md#purchase-generation`:
 * PascalCase inside `resultDetails`, closed by the id under the name it came by. Members documented as values are never
 * null: typed clients read them into texts and integers (ADR 0058).
 */
export const purchaseAnswer = (
  id: { readonly [name: string]: string },
  result: EngineResult,
  generated: JsonObject,
): JsonObject => ({
  resultDetails: {
    MerchantRuleDecision: result.decision,
    RiskScore: NO_SCORE,
    ReasonCodes: '',
    MIDFlag: 'Standard',
    PolicyApplied: result.rule?.name ?? DEFAULT_POLICY,
    PolicyAppliedEnvironmentId: result.rule?.environmentId ?? '',
    ClauseName: result.clause ?? '',
    MerchantRuleReason: result.reason ?? '',
    ...(result.supportMessage === null ? {} : { SupportMessage: result.supportMessage }),
    ...(result.challengeType === null ? {} : { ChallengeType: result.challengeType }),
    MerchantRuleOutput: outputTexts(result.outputs),
    RuleEvaluations: result.hits.map((hit) => ({
      Rule: hit.rule,
      ClauseNames: hit.clauseNames,
      EnvironmentId: hit.environmentId,
    })),
    DeviceAttributes: deviceAttributesIn(generated, PURCHASE_DEVICE_KEYS),
    BankName: '',
    Diagnostics: result.errors as JsonObject,
    ...id,
  },
});

/** Answer of every event of the purchase generation that is not an assessment (`docs/reference/wire.md#addresses`). */
export const ACCEPTED_ANSWER: JsonObject = { resultDetails: { Succeeded: true, Error: null } };
