import { ACCOUNT_DEVICE_KEYS, NO_SCORE, textAt } from '@redoubt/domain';
import type { EngineResult } from '@redoubt/engine';
import type { JsonObject } from '@redoubt/kernel';
import { botScoreIn, deviceAttributesIn } from '../../fingerprints/device-facts.ts';
import { accountEmail } from '../assessment-facts.ts';

const ACCEPTED_CODE = '0';

const envelope = (body: JsonObject, reference: string): JsonObject => ({
  name: textAt(body, 'name') ?? '',
  version: textAt(body, 'version') ?? '',
  code: ACCEPTED_CODE,
  description: 'Success',
  transactionReferenceId: reference,
});

/** The shape of an address's local part: every letter `a`, every digit `0`, the rest as it is. */
const patternOf = (local: string): string => local.replaceAll(/\p{L}/gu, 'a').replaceAll(/\p{Nd}/gu, '0');

const calculatedFeatures = (email: string | null): JsonObject => {
  const at = email?.lastIndexOf('@') ?? -1;
  if (email === null || at < 0) return {};
  return { emailDomain: email.slice(at + 1).toLowerCase(), emailPattern: patternOf(email.slice(0, at)) };
};

/**
 * The answer of an assessment of the account generation (`docs/reference/wire.md#account-generation`): one result,
 * outputs under their clause with their own types. Both scores are always there, as `NO_SCORE` where there is none (ADR
 * 0058).
 *
 * @param reference id of this transaction on the server.
 */
export const accountAnswer = (
  body: JsonObject,
  reference: string,
  result: EngineResult,
  generated: JsonObject,
): JsonObject => ({
  ...envelope(body, reference),
  resultDetails: [
    {
      decision: result.decision,
      challengeType: result.challengeType ?? '',
      reasons: result.reason === null ? [] : [result.reason],
      rule: result.rule?.name ?? '',
      ruleEnvironmentId: result.rule?.environmentId ?? '',
      clauseName: result.clause ?? '',
      supportMessages: result.supportMessage === null ? [] : [result.supportMessage],
      other: result.outputs,
      scores: [
        { scoreType: 'Risk', scoreValue: NO_SCORE, reason: '' },
        { scoreType: 'Bot', scoreValue: botScoreIn(generated) ?? NO_SCORE, reason: '' },
      ],
      ruleEvaluations: result.hits.map(({ rule, clauseNames, environmentId }) => ({
        rule,
        clauseNames: [...clauseNames],
        environmentId,
      })),
    },
  ],
  enrichments: {
    deviceAttributes: deviceAttributesIn(generated, ACCOUNT_DEVICE_KEYS),
    calculatedFeatures: calculatedFeatures(accountEmail(body)),
  },
  diagnostics: result.errors,
});

/** Answer of a status, update or label of the account generation. */
export const accountAccepted = envelope;
