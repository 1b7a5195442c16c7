import { NO_SCORE } from '@redoubt/domain';
import { z } from 'zod';
import { decision } from '../common.ts';

const text = z.string();
const anyObject = z.record(z.string(), z.unknown());
const score = z.int().min(NO_SCORE).max(999);
const scored = z.object({ scoreType: text.describe('Risk or Bot.'), scoreValue: score, reason: text });

/**
 * Answer of an assessment of the purchase generation (`docs/reference/wire.md#purchase-generation`); names inside
 * `resultDetails` are PascalCase.
 */
export const purchaseAnswerBody = z.object({
  resultDetails: z.object({
    MerchantRuleDecision: decision,
    RiskScore: score.describe('From 0 to 999, higher is worse; -1 where no model scored the event.'),
    ReasonCodes: text.describe('Comma-separated list of NNN-CATEGORY:DETAIL.'),
    MIDFlag: text,
    PolicyApplied: text.describe('Name of the rule that decided; Default where none did.'),
    PolicyAppliedEnvironmentId: text.describe('Environment of that rule; empty where none decided.'),
    ClauseName: text.describe('Clause that decided; empty where none did.'),
    MerchantRuleReason: text.describe('Reason of the clause; empty where it gives none.'),
    SupportMessage: text.optional(),
    ChallengeType: text.optional(),
    MerchantRuleOutput: z.record(z.string(), z.record(z.string(), text)).describe('Clause, name, value as text.'),
    RuleEvaluations: z.array(z.object({ Rule: text, ClauseNames: z.array(text), EnvironmentId: text })),
    DeviceAttributes: anyObject.describe('Of the fingerprint session; empty without one.'),
    BankName: text.describe('Issuer of the card; empty where it is not known.'),
    Diagnostics: z.record(z.string(), z.array(text)).describe('Statements that could not be worked out.'),
    PurchaseId: text.optional().describe('Id of the purchase, as sent.'),
    SignUpId: text.optional().describe('Id of the sign-up, as sent.'),
  }),
});
export type PurchaseAnswer = z.infer<typeof purchaseAnswerBody>;

/** Answer of every other event of the purchase generation. */
export const purchaseAcceptedBody = z.object({
  resultDetails: z.object({ Succeeded: z.boolean(), Error: z.unknown() }),
});
export type PurchaseAccepted = z.infer<typeof purchaseAcceptedBody>;

/** Answer of a status, update or label of the account generation. */
export const accountAcceptedBody = z.object({
  name: text,
  version: text,
  code: text.describe('0 where the event was taken.'),
  description: text,
  transactionReferenceId: text.describe('Id of this call on the server.'),
});
export type AccountAccepted = z.infer<typeof accountAcceptedBody>;

/** Answer of an assessment of the account generation. */
export const accountAnswerBody = accountAcceptedBody.extend({
  resultDetails: z
    .array(
      z.object({
        decision,
        challengeType: text.describe('Empty where the decision is no challenge of a type.'),
        reasons: z.array(text),
        rule: text.describe('Empty where no rule decided; so are the two below.'),
        ruleEnvironmentId: text,
        clauseName: text,
        supportMessages: z.array(text),
        other: z.record(z.string(), anyObject).describe('Clause, name, value of its own type.'),
        scores: z.array(scored).describe('Risk and Bot; -1 where there is no score.'),
        ruleEvaluations: z.array(z.object({ rule: text, clauseNames: z.array(text), environmentId: text })),
      }),
    )
    .describe('One element.'),
  enrichments: z.object({ deviceAttributes: anyObject, calculatedFeatures: z.record(z.string(), text) }),
  diagnostics: z.record(z.string(), z.array(text)),
});
export type AccountAnswer = z.infer<typeof accountAnswerBody>;

/** Answer of a wizard assessment. */
export const wizardAnswerBody = z.object({
  metadata: z.object({
    eventId: text,
    sessionId: text.describe('Session of the fingerprint; empty where the event names none.'),
    gdprId: text,
    isTest: z.boolean(),
    timestamp: text,
    processedDateTime: text,
    hierarchyPath: text.describe('Environments from the root down.'),
    eventType: text.describe('API name of the assessment.'),
    correlationId: text,
  }),
  decisionDetails: z.object({
    merchantRuleDecision: decision,
    challengeType: text,
    rule: text.describe('Empty where no rule decided.'),
    clauseName: text,
    reasons: z.array(text),
    supportMessages: z.array(text),
  }),
  ruleEvaluations: z.array(z.object({ rule: text, clauseNames: z.array(text), environmentId: text })),
  enrichments: z.object({
    deviceAttributes: anyObject,
    risk: scored.optional().describe('Where a model scored the event.'),
    bot: scored.optional().describe('Where a fingerprint was found.'),
  }),
  customProperties: z.record(z.string(), z.unknown()),
  diagnostics: z.record(z.string(), z.array(text)),
});
export type WizardAnswer = z.infer<typeof wizardAnswerBody>;

/** Body of every refusal but 401. */
export const refusalBody = z.object({
  ErrorType: z.enum(['ClientError', 'ServerError']),
  Message: text.describe('What is wrong; for a body, every wrong place with its reason.'),
  Retryable: z.boolean().describe('Whether the same call may succeed later.'),
  OtherErrors: z.null(),
});

/** Body of a 401; the headers `ErrorReason` and its like say more. */
export const unauthorizedBody = z.object({ statusCode: z.literal(401), message: text });
