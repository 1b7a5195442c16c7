import { z } from 'zod';
import { environmentParams, guid } from '../common.ts';
import { defineEndpoint } from '../define.ts';
import { ruleDetail } from './rule-schemas.ts';
import { getRule, publishRule } from './rules.ts';

const ruleParams = getRule.params;
const requestParams = ruleParams.extend({ requestId: guid });
const base = `${getRule.path}/requests` as const;

export const askToPublish = defineEndpoint({
  id: 'rules.request',
  summary: 'Ask a second person to publish the draft, or to roll back to an older version.',
  method: 'POST',
  path: base,
  permission: 'decisionRules:write',
  params: ruleParams,
  body: publishRule.body.omit({ overwrite: true }).extend({ restores: z.number().int().min(1).optional() }),
  response: ruleDetail,
  errors: [
    'RULE-UNKNOWN',
    'RULE-STALE',
    'RULE-NO-DRAFT',
    'RULE-VERSION-CURRENT',
    'RULE-NOT-PUBLISHABLE',
    'RULE-NAME-TAKEN',
    'RULE-NAME-INVALID',
  ],
});

export const approveRequest = defineEndpoint({
  id: 'rules.request.approve',
  summary: 'Publish what somebody else asked for.',
  method: 'POST',
  path: `${base}/:requestId/approval`,
  permission: 'decisionRules:write',
  params: requestParams,
  response: ruleDetail,
  errors: [
    'RULE-UNKNOWN',
    'RULE-NO-REQUEST',
    'RULE-OWN-REQUEST',
    'RULE-STALE',
    'RULE-NOT-PUBLISHABLE',
    'RULE-NAME-TAKEN',
    'RULE-NAME-INVALID',
  ],
});

export const declineRequest = defineEndpoint({
  id: 'rules.request.decline',
  summary: 'Decline what somebody else asked for, saying why.',
  method: 'POST',
  path: `${base}/:requestId/refusal`,
  permission: 'decisionRules:write',
  params: requestParams,
  body: z.strictObject({ reason: z.string().trim().min(1).max(500) }),
  response: ruleDetail,
  errors: ['RULE-UNKNOWN', 'RULE-NO-REQUEST', 'RULE-OWN-REQUEST'],
});

export const withdrawRequest = defineEndpoint({
  id: 'rules.request.withdraw',
  summary: 'Take back a publication that was asked for.',
  method: 'DELETE',
  path: `${base}/:requestId`,
  permission: 'decisionRules:write',
  params: requestParams,
  response: ruleDetail,
  errors: ['RULE-UNKNOWN', 'RULE-NO-REQUEST'],
});

export const putPublishApproval = defineEndpoint({
  id: 'rules.approval',
  summary: 'Choose whether a second person approves what gets published in an environment.',
  method: 'PUT',
  path: '/platform/v1/environments/:environmentId/publish-approval',
  permission: 'rootEnvironmentsUpdate:write',
  params: environmentParams,
  body: z.strictObject({ required: z.boolean() }),
  response: z.strictObject({ required: z.boolean() }),
});
