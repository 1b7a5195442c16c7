import { z } from 'zod';
import { decision } from '../common.ts';

const text = z.string();
const anyObject = z.record(z.string(), z.unknown());

/** Answer of an assessment of the purchase generation (`api.md` §4.3); names inside `resultDetails` are PascalCase. */
export const purchaseAnswerBody = z.object({
  resultDetails: z.object({
    MerchantRuleDecision: decision,
    RiskScore: z.int().min(0).max(999).nullable().describe('Null where no model scored the event.'),
    ReasonCodes: text.describe('Comma-separated list of NNN-CATEGORY:DETAIL.'),
    MIDFlag: text,
    PolicyApplied: text.describe('Name of the rule that decided; Default where none did.'),
    PolicyAppliedEnvironmentId: text.nullable(),
    ClauseName: text.nullable().describe('Clause that decided.'),
    MerchantRuleReason: text.nullable(),
    SupportMessage: text.optional(),
    ChallengeType: text.optional(),
    MerchantRuleOutput: z.record(z.string(), z.record(z.string(), text)).describe('Clause, name, value as text.'),
    RuleEvaluations: z.array(z.object({ Rule: text, ClauseNames: z.array(text), EnvironmentId: text })),
    DeviceAttributes: anyObject.nullable(),
    BankName: text.nullable(),
    Diagnostics: z.record(z.string(), z.array(text)).describe('Statements that could not be worked out.'),
    PurchaseId: text.optional().describe('Id of the purchase, as sent.'),
    SignUpId: text.optional().describe('Id of the sign-up, as sent.'),
  }),
});
export type PurchaseAnswer = z.infer<typeof purchaseAnswerBody>;

/** Answer of every other event of the purchase generation (§3). */
export const purchaseAcceptedBody = z.object({
  resultDetails: z.object({ Succeeded: z.boolean(), Error: z.unknown() }),
});
export type PurchaseAccepted = z.infer<typeof purchaseAcceptedBody>;

/** Answer of a status, update or label of the account generation (C-05). */
export const accountAcceptedBody = z.object({
  name: text,
  version: text,
  code: text.describe('0 where the event was taken.'),
  description: text,
  transactionReferenceId: text.describe('Id of this call on the server.'),
});
export type AccountAccepted = z.infer<typeof accountAcceptedBody>;

/** Answer of an assessment of the account generation (§5). */
export const accountAnswerBody = accountAcceptedBody.extend({
  resultDetails: z
    .array(
      z.object({
        decision,
        challengeType: text.nullable(),
        reasons: z.array(text),
        rule: text.nullable(),
        ruleEnvironmentId: text.nullable(),
        clauseName: text.nullable(),
        supportMessages: z.array(text),
        other: z.record(z.string(), anyObject).describe('Clause, name, value of its own type.'),
        scores: z.array(z.object({ scoreType: text, scoreValue: z.number(), reason: text })),
        ruleEvaluations: z.array(z.object({ rule: text, clauseNames: z.array(text), environmentId: text })),
      }),
    )
    .describe('One element.'),
  enrichments: z.object({ deviceAttributes: anyObject, calculatedFeatures: z.record(z.string(), text) }),
  diagnostics: z.record(z.string(), z.array(text)),
});
export type AccountAnswer = z.infer<typeof accountAnswerBody>;

/** Answer of a wizard assessment (§7). */
export const wizardAnswerBody = z.object({
  metadata: z.object({
    eventId: text,
    sessionId: text.nullable(),
    gdprId: text,
    isTest: z.boolean(),
    timestamp: text.nullable(),
    processedDateTime: text,
    hierarchyPath: text.describe('Environments from the root down.'),
    eventType: text.describe('API name of the assessment.'),
    correlationId: text,
  }),
  decisionDetails: z.object({
    merchantRuleDecision: decision,
    challengeType: text.nullable(),
    rule: text.nullable(),
    clauseName: text.nullable(),
    reasons: z.array(text),
    supportMessages: z.array(text),
  }),
  ruleEvaluations: z.array(z.object({ rule: text, clauseNames: z.array(text), environmentId: text })),
  enrichments: z.object({ deviceAttributes: anyObject, risk: anyObject.nullable(), bot: anyObject.nullable() }),
  customProperties: z.record(z.string(), z.unknown()),
  diagnostics: z.record(z.string(), z.array(text)),
});
export type WizardAnswer = z.infer<typeof wizardAnswerBody>;

/** Body of every refusal but 401 (§2). */
export const refusalBody = z.object({
  ErrorType: z.enum(['ClientError', 'ServerError']),
  Message: text.describe('What is wrong; for a body, every wrong place with its reason.'),
  Retryable: z.boolean().describe('Whether the same call may succeed later.'),
  OtherErrors: z.null(),
});

/** Body of a 401; the headers `ErrorReason` and its like say more. */
export const unauthorizedBody = z.object({ statusCode: z.literal(401), message: text });
