import { DEFINED_TEMPLATES, MAX_CALL_NAME, SHARINGS } from '@redoubt/domain';
import { z } from 'zod';
import { authorship, definedAssessment, environmentParams, guid, json, versionTag } from '../common.ts';
import { defineEndpoint } from '../define.ts';
import {
  callFigures,
  callHealth,
  callMetrics,
  callTrend,
  callUsers,
  periodQuery,
} from '../external-calls/external-calls.ts';

const base = '/platform/v1/environments/:environmentId/externalassessments';
const params = environmentParams.extend({ externalAssessmentId: guid });

const target = z.strictObject({
  /** Where its events are decided and kept. */
  environmentId: guid,
  assessment: definedAssessment,
});

export const externalAssessmentText = z.strictObject({
  name: z.string().trim().max(MAX_CALL_NAME),
  description: z.string().trim().max(500).default(''),
  target,
});
export type ExternalAssessmentText = z.infer<typeof externalAssessmentText>;

/** What it points to as people know it; `problem` says why nothing can be called through it. */
const shownTarget = target.extend({
  friendlyName: z.string(),
  environmentName: z.string(),
  problem: z.enum(['gone', 'notShared', 'notActive']).nullable(),
});

const summary = z.strictObject({
  id: guid,
  name: z.string(),
  description: z.string(),
  target: shownTarget,
  health: callHealth,
  figures: callFigures,
  trend: callTrend,
  users: callUsers,
  changed: authorship,
  version: versionTag,
});
export type ExternalAssessmentSummary = z.infer<typeof summary>;

const detail = summary.omit({ health: true, figures: true, trend: true }).extend({ canWrite: z.boolean() });
export type ExternalAssessmentDetail = z.infer<typeof detail>;

const targetApi = z.strictObject({
  method: z.enum(['Evaluate', 'Observe', 'Label']),
  /** Name of the observation; null for the others. */
  api: z.string().nullable(),
  friendlyName: z.string(),
  fields: z.array(z.strictObject({ name: z.string(), required: z.boolean(), sample: json })),
});

const callable = z.strictObject({
  assessment: definedAssessment,
  friendlyName: z.string(),
  apiName: z.string(),
  template: z.enum(DEFINED_TEMPLATES),
  sharing: z.enum(SHARINGS),
  root: z.strictObject({ id: guid, name: z.string() }),
  /** Environments whose rules may decide the events: its own tree's on the path of the caller, else its root. */
  environments: z.array(z.strictObject({ id: guid, name: z.string() })),
  /** What its owner says that it answers; null where nothing is said. */
  sampleResponse: json,
  apis: z.array(targetApi),
});
export type CallableAssessment = z.infer<typeof callable>;

export const getExternalAssessments = defineEndpoint({
  id: 'externalAssessments.list',
  summary: 'The external assessments of an environment, with what became of their calls in a period.',
  method: 'GET',
  path: base,
  permission: 'externalCalls:read',
  params: environmentParams,
  query: periodQuery,
  response: z.strictObject({ assessments: z.array(summary), canWrite: z.boolean() }),
});

export const getCallableAssessments = defineEndpoint({
  id: 'externalAssessments.targets',
  summary: 'What external assessments of an environment may point to: assessments of its tree, and shared ones.',
  method: 'GET',
  path: '/platform/v1/environments/:environmentId/catalog/shareable',
  permission: 'externalCalls:read',
  params: environmentParams,
  response: z.strictObject({ assessments: z.array(callable) }),
});

export const getExternalAssessment = defineEndpoint({
  id: 'externalAssessments.get',
  summary: 'One external assessment.',
  method: 'GET',
  path: `${base}/:externalAssessmentId`,
  permission: 'externalCalls:read',
  params,
  response: detail,
  errors: ['EXTERNAL-ASSESSMENT-UNKNOWN'],
});

export const createExternalAssessment = defineEndpoint({
  id: 'externalAssessments.create',
  summary: 'A new external assessment; texts of the environment may name it from the next event on.',
  method: 'POST',
  path: base,
  permission: 'externalCalls:write',
  params: environmentParams,
  body: externalAssessmentText,
  response: detail,
  errors: [
    'EXTERNAL-ASSESSMENT-NAME-INVALID',
    'EXTERNAL-ASSESSMENT-NAME-TAKEN',
    'EXTERNAL-ASSESSMENT-TARGET',
    'EXTERNAL-ASSESSMENT-CIRCLE',
  ],
});

export const changeExternalAssessment = defineEndpoint({
  id: 'externalAssessments.change',
  summary: 'Change an external assessment, from the next event on; its name stays while texts use it.',
  method: 'PUT',
  path: `${base}/:externalAssessmentId`,
  permission: 'externalCalls:write',
  secondPerson: true,
  params,
  body: externalAssessmentText.extend({ version: versionTag }),
  response: detail,
  errors: [
    'EXTERNAL-ASSESSMENT-UNKNOWN',
    'EXTERNAL-ASSESSMENT-STALE',
    'EXTERNAL-ASSESSMENT-NAME-INVALID',
    'EXTERNAL-ASSESSMENT-NAME-TAKEN',
    'EXTERNAL-ASSESSMENT-TARGET',
    'EXTERNAL-ASSESSMENT-CIRCLE',
    'EXTERNAL-ASSESSMENT-FROZEN',
  ],
});

export const deleteExternalAssessment = defineEndpoint({
  id: 'externalAssessments.delete',
  summary: 'Delete an unused external assessment; the activity log keeps a copy.',
  method: 'DELETE',
  path: `${base}/:externalAssessmentId`,
  permission: 'externalCalls:write',
  params,
  query: z.strictObject({ version: versionTag }),
  response: z.undefined(),
  responseType: 'empty',
  errors: ['EXTERNAL-ASSESSMENT-UNKNOWN', 'EXTERNAL-ASSESSMENT-STALE', 'EXTERNAL-ASSESSMENT-REFERENCED'],
});

export const getExternalAssessmentMetrics = defineEndpoint({
  id: 'externalAssessments.metrics',
  summary: 'How an external assessment did over a period: rate, latency, success, and errors by kind.',
  method: 'GET',
  path: `${base}/:externalAssessmentId/metrics`,
  permission: 'externalCalls:read',
  params,
  query: periodQuery,
  response: callMetrics,
  errors: ['EXTERNAL-ASSESSMENT-UNKNOWN'],
});
