import { RUN_MODES } from '@redoubt/domain';
import { z } from 'zod';
import { assessmentName as assessment, environmentParams, guid, json, versionTag } from '../common.ts';
import { defineEndpoint, TEXT_BODY_BYTES } from '../define.ts';
import { decidingType, publishedRule, ruleDetail, ruleName, ruleSet, ruleText } from './rule-schemas.ts';
import { activationBody, changeNote, deleteQuery, renameBody, rollBackBody, saveDraftBody } from '../versioned.ts';

const ruleSetParams = environmentParams.extend({ assessment });
const ruleParams = ruleSetParams.extend({ ruleId: guid });
/** The list of a branch in place of production's. */
const branch = z.string().min(1).max(60).optional();
const base = '/platform/v1/environments/:environmentId/rulesets/:assessment';

export const getRuleSet = defineEndpoint({
  id: 'rules.list',
  summary: 'The rules of an assessment in an environment: published ones in order, drafts, and inherited ones.',
  method: 'GET',
  path: base,
  permission: 'decisionRules:read',
  params: ruleSetParams,
  query: z.strictObject({ branch }),
  response: ruleSet,
  errors: ['ENV-UNKNOWN', 'BRANCH-UNKNOWN'],
});

export const getRule = defineEndpoint({
  id: 'rules.get',
  summary: 'One rule with its published text, its draft and its versions.',
  method: 'GET',
  path: `${base}/rules/:ruleId`,
  permission: 'decisionRules:read',
  params: ruleParams,
  response: ruleDetail,
  errors: ['RULE-UNKNOWN'],
});

export const getRuleVersion = defineEndpoint({
  id: 'rules.version.get',
  summary: 'The text of one published version.',
  method: 'GET',
  path: `${base}/rules/:ruleId/versions/:ruleVersion`,
  permission: 'decisionRules:read',
  params: ruleParams.extend({ ruleVersion: z.coerce.number().int().min(1) }),
  response: publishedRule,
  errors: ['RULE-UNKNOWN'],
});

export const createRule = defineEndpoint({
  id: 'rules.create',
  summary: 'A new rule as a draft.',
  method: 'POST',
  path: `${base}/rules`,
  permission: 'decisionRules:write',
  params: ruleSetParams,
  bodyLimitBytes: TEXT_BODY_BYTES,
  body: z.strictObject({
    name: ruleName,
    description: z.string().max(2000).default(''),
    type: decidingType.default('decision'),
    text: ruleText.optional(),
    /** The template it starts with, where no text is given; it settles the type. */
    templateId: guid.optional(),
    branch,
  }),
  response: ruleDetail,
  errors: ['RULE-NAME-TAKEN', 'RULE-NAME-INVALID', 'TEMPLATE-UNKNOWN', 'RULE-ACTION-NOT-HERE', 'BRANCH-UNKNOWN'],
});

export const saveDraft = defineEndpoint({
  id: 'rules.draft.save',
  summary: 'Save the draft of a rule (called while typing).',
  method: 'PUT',
  path: `${base}/rules/:ruleId/draft`,
  permission: 'decisionRules:write',
  params: ruleParams,
  bodyLimitBytes: TEXT_BODY_BYTES,
  body: saveDraftBody(ruleText),
  response: ruleDetail,
  errors: ['RULE-UNKNOWN', 'RULE-STALE'],
});

export const discardDraft = defineEndpoint({
  id: 'rules.draft.discard',
  summary: 'Drop the draft; a rule that was never published disappears.',
  method: 'DELETE',
  path: `${base}/rules/:ruleId/draft`,
  permission: 'decisionRules:write',
  params: ruleParams,
  response: z.undefined(),
  responseType: 'empty',
  errors: ['RULE-UNKNOWN', 'RULE-NO-DRAFT'],
});

const publishedDetail = ruleDetail.extend({
  /** What publishing did not refuse, but a person may want to change: names that only number things. */
  warnings: z.array(z.strictObject({ path: z.string(), message: z.string() })),
});
export type PublishedRuleDetail = z.infer<typeof publishedDetail>;

export const publishRule = defineEndpoint({
  id: 'rules.publish',
  summary: 'Publish the draft; it decides from the next event on.',
  method: 'POST',
  path: `${base}/rules/:ruleId/publish`,
  permission: 'decisionRules:write',
  secondPerson: true,
  params: ruleParams,
  body: z.strictObject({
    version: versionTag,
    name: ruleName,
    description: z.string().max(2000),
    active: z.boolean(),
    note: changeNote,
    /** Publish over a version published meanwhile. */
    overwrite: z.boolean().default(false),
    /** The text in place of the draft's, with the published version it was made from: a request holds it. */
    text: ruleText.extend({ basedOnVersion: z.number().int().min(0) }).optional(),
  }),
  response: publishedDetail,
  errors: [
    'RULE-UNKNOWN',
    'RULE-STALE',
    'RULE-NO-DRAFT',
    'RULE-NOT-PUBLISHABLE',
    'RULE-NAME-TAKEN',
    'RULE-NAME-INVALID',
    'BRANCH-EXPERIMENT-RUNNING',
  ],
});

export const rollBackRule = defineEndpoint({
  id: 'rules.rollBack',
  summary: 'Publish the text of an older version again, as a new version.',
  method: 'POST',
  path: `${base}/rules/:ruleId/roll-back`,
  permission: 'decisionRules:write',
  secondPerson: true,
  params: ruleParams,
  body: rollBackBody,
  response: ruleDetail,
  errors: [
    'RULE-UNKNOWN',
    'RULE-STALE',
    'RULE-NOT-PUBLISHED',
    'RULE-VERSION-CURRENT',
    'RULE-NOT-PUBLISHABLE',
    'BRANCH-EXPERIMENT-RUNNING',
  ],
});

export const renameRule = defineEndpoint({
  id: 'rules.rename',
  summary: 'Change name and description.',
  method: 'PATCH',
  path: `${base}/rules/:ruleId`,
  permission: 'decisionRules:write',
  secondPerson: true,
  params: ruleParams,
  body: renameBody(ruleName, z.string().max(2000)),
  response: ruleDetail,
  errors: ['RULE-UNKNOWN', 'RULE-STALE', 'RULE-NAME-TAKEN', 'RULE-NAME-INVALID', 'BRANCH-EXPERIMENT-RUNNING'],
});

export const setRuleActive = defineEndpoint({
  id: 'rules.activation',
  summary: 'Activate or deactivate a published rule.',
  method: 'PUT',
  path: `${base}/rules/:ruleId/activation`,
  permission: 'decisionRules:write',
  secondPerson: true,
  params: ruleParams,
  body: activationBody,
  response: ruleDetail,
  errors: ['RULE-UNKNOWN', 'RULE-STALE', 'RULE-NOT-PUBLISHED', 'BRANCH-EXPERIMENT-RUNNING'],
});

export const deleteRule = defineEndpoint({
  id: 'rules.delete',
  summary: 'Delete a rule; the activity log keeps a copy.',
  method: 'DELETE',
  path: `${base}/rules/:ruleId`,
  permission: 'decisionRules:write',
  secondPerson: true,
  params: ruleParams,
  query: deleteQuery,
  response: z.undefined(),
  responseType: 'empty',
  errors: ['RULE-UNKNOWN', 'RULE-STALE', 'BRANCH-EXPERIMENT-RUNNING'],
});

export const orderRules = defineEndpoint({
  id: 'rules.order',
  summary: 'Save the order in which published rules of one type run.',
  method: 'PUT',
  path: `${base}/order`,
  permission: 'decisionRules:write',
  secondPerson: true,
  params: ruleSetParams,
  body: z.strictObject({
    version: versionTag,
    type: decidingType.default('decision'),
    ruleIds: z.array(guid).max(1000),
    branch,
  }),
  response: ruleSet,
  errors: ['RULE-ORDER-STALE', 'BRANCH-UNKNOWN', 'BRANCH-EXPERIMENT-RUNNING'],
});

export const putRuleSettings = defineEndpoint({
  id: 'rules.settings',
  summary:
    'Choose whether the first matching rule ends the run, or all run until a decision, and the sample of new rules.',
  method: 'PUT',
  path: `${base}/settings`,
  permission: 'decisionRules:write',
  secondPerson: true,
  params: ruleSetParams,
  body: z.strictObject({
    version: versionTag,
    runMode: z.enum(RUN_MODES),
    /** The sample new rules start with: null for the one of the product, as it is where absent. */
    samplePayload: json.nullable().optional(),
    branch,
  }),
  response: ruleSet,
  errors: ['RULE-ORDER-STALE', 'BRANCH-UNKNOWN', 'BRANCH-EXPERIMENT-RUNNING'],
});
