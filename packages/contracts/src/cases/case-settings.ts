import {
  CASE_ACTIONS,
  CASE_HOLD_RANGE_MS,
  LABEL_ACTIONS,
  MAX_CASE_ACTION_CODE,
  MAX_CASE_DECISIONS,
  MAX_CASE_REASONS,
  MAX_DECISION_NAME,
  MAX_DECISION_REASON,
  MAX_SECOND_REVIEW_LIMITS,
  SENTIMENTS,
} from '@redoubt/domain';
import { z } from 'zod';
import { assessmentName, authorship, environmentParams, guid, typedCurrency, versionTag } from '../common.ts';
import { defineEndpoint, TEXT_BODY_BYTES } from '../define.ts';

const base = '/platform/v1/environments/:environmentId/case-configuration';
const decisionName = z.string().trim().min(1).max(MAX_DECISION_NAME);

/** A decision as the JSON of Dynamics 365 Fraud Protection writes it. */
export const queueDecision = z.strictObject({
  name: decisionName,
  caseAction: z.enum(CASE_ACTIONS),
  labelAction: z.enum(LABEL_ACTIONS).default('None'),
  reasons: z.array(z.string().trim().min(1).max(MAX_DECISION_REASON)).max(MAX_CASE_REASONS),
  buttonSentiment: z.enum(SENTIMENTS).nullable().default(null),
  /** Code of an action that runs with the decision; empty is none. */
  fqlAction: z.string().max(MAX_CASE_ACTION_CODE).nullable().default(null),
});

/**
 * Options of case management in the form of Dynamics 365 Fraud Protection. Its documents name the default in two ways:
 * both are read, and `defaultDecisionButtonName` is written. `sortableBy` is read and not used.
 */
export const caseConfigurationJson = z
  .strictObject({
    queueDecisions: z.array(queueDecision).max(MAX_CASE_DECISIONS),
    defaultDecisionButtonName: decisionName.optional(),
    defaultDecisionName: decisionName.optional(),
    sortableBy: z.array(z.string().max(400)).max(400).optional(),
  })
  .superRefine(({ defaultDecisionButtonName: one, defaultDecisionName: other }, context) => {
    if (one === undefined && other === undefined)
      context.addIssue({ code: 'custom', path: ['defaultDecisionButtonName'], message: 'is missing' });
    if (one !== undefined && other !== undefined && one !== other)
      context.addIssue({
        code: 'custom',
        path: ['defaultDecisionName'],
        message: 'differs from defaultDecisionButtonName',
      });
  });
export type CaseConfigurationJson = z.infer<typeof caseConfigurationJson>;

const caseConfigurationDetail = z.strictObject({
  assessment: assessmentName,
  /** Null for an assessment that came with the product. */
  friendlyName: z.string().nullable(),
  /** Whether its events become cases. */
  caseManagement: z.boolean(),
  /** False where nothing was configured and the default holds. */
  isConfigured: z.boolean(),
  configuration: caseConfigurationJson,
  /** Queues of the whole tree of environments with the decision that their time-out takes. */
  queues: z.array(
    z.strictObject({ id: guid, name: z.string(), environmentId: guid, environment: z.string(), decision: z.string() }),
  ),
  changed: authorship.nullable(),
  version: versionTag,
});
export type CaseConfigurationDetail = z.infer<typeof caseConfigurationDetail>;

export const getCaseConfigurations = defineEndpoint({
  id: 'caseSettings.configurations',
  summary: 'Decisions and reasons of every assessment, as they are configured in the root environment.',
  method: 'GET',
  path: base,
  permission: 'queues:read',
  params: environmentParams,
  response: z.strictObject({
    configurations: z.array(caseConfigurationDetail),
    root: z.strictObject({ id: guid, name: z.string(), isHere: z.boolean() }),
    canWrite: z.boolean(),
  }),
});

export const putCaseConfiguration = defineEndpoint({
  id: 'caseSettings.configure',
  summary: 'Configure decisions and reasons of an assessment; queues that use a removed decision are given another.',
  method: 'PUT',
  path: `${base}/:assessment`,
  permission: 'adminConfiguration:write',
  secondPerson: true,
  params: environmentParams.extend({ assessment: assessmentName }),
  bodyLimitBytes: TEXT_BODY_BYTES,
  body: z.strictObject({
    version: versionTag,
    configuration: caseConfigurationJson,
    /** For each removed decision that a queue uses: the one its queues use from now on. */
    remap: z
      .array(z.strictObject({ from: decisionName, to: decisionName }))
      .max(MAX_CASE_DECISIONS)
      .default([]),
  }),
  response: caseConfigurationDetail,
  errors: [
    'ASSESSMENT-UNKNOWN',
    'CASE-CONFIGURATION-INVALID',
    'CASE-CONFIGURATION-NOT-ROOT',
    'CASE-CONFIGURATION-STALE',
    'CASE-DECISION-IN-USE',
  ],
});

const caseSettings = z.strictObject({
  holdSeconds: z
    .number()
    .int()
    .min(CASE_HOLD_RANGE_MS.least / 1000)
    .max(CASE_HOLD_RANGE_MS.most / 1000),
  secondReview: z.strictObject({
    sharePercent: z.number().min(0).max(100),
    limits: z
      .array(
        z.strictObject({
          currency: typedCurrency,
          amount: z.number().min(0).max(1e12),
        }),
      )
      .max(MAX_SECOND_REVIEW_LIMITS),
  }),
  hidesAgents: z.boolean(),
  /** Personal fields are masked for roles that do not need them, here and below. */
  masksPersonal: z.boolean(),
});
const caseSettingsDetail = caseSettings.extend({
  changed: authorship.nullable(),
  version: versionTag,
  canWrite: z.boolean(),
});
export type CaseSettingsDetail = z.infer<typeof caseSettingsDetail>;

export const getCaseSettings = defineEndpoint({
  id: 'caseSettings.get',
  summary: 'How an environment works on cases: hold, second review, and whether reports name agents.',
  method: 'GET',
  path: '/platform/v1/environments/:environmentId/case-settings',
  permission: 'queues:read',
  params: environmentParams,
  response: caseSettingsDetail,
});

export const putCaseSettings = defineEndpoint({
  id: 'caseSettings.put',
  summary: 'Choose hold, second review and privacy of agents for the cases of an environment.',
  method: 'PUT',
  path: '/platform/v1/environments/:environmentId/case-settings',
  permission: 'adminConfiguration:write',
  secondPerson: true,
  params: environmentParams,
  body: caseSettings.extend({ version: versionTag }),
  response: caseSettingsDetail,
  errors: ['CASE-SETTINGS-STALE'],
});
