import { FUNCTION_TYPES, MAX_FUNCTION_NAME, MAX_FUNCTION_OUTPUTS, MAX_FUNCTION_PARAMETERS } from '@redoubt/domain';
import { z } from 'zod';
import { authorship, environmentParams, guid, json, versionTag } from '../common.ts';
import { defineEndpoint, TEXT_BODY_BYTES } from '../define.ts';
import { diagnostic } from '../rules/rule-schemas.ts';
import {
  changeNote,
  deleteQuery,
  draftOf,
  publishedOf,
  renameBody,
  rollBackBody,
  saveDraftBody,
  unpublishBody,
} from '../versioned.ts';

const base = '/platform/v1/environments/:environmentId/functions';
const functionParams = environmentParams.extend({ functionId: guid });

const functionType = z.enum(FUNCTION_TYPES);
const name = z.string().trim().max(MAX_FUNCTION_NAME);
const description = z.string().trim().max(500);

const functionOutput = z.strictObject({
  id: guid,
  name,
  description: description.default(''),
  type: functionType,
  /** What callers get where the text fails. */
  fallback: json,
  code: z.string().max(20_000),
});

export const functionText = z.strictObject({
  parameters: z.array(z.strictObject({ name, type: functionType, fallback: json })).max(MAX_FUNCTION_PARAMETERS),
  outputs: z.array(functionOutput).max(MAX_FUNCTION_OUTPUTS),
  samplePayload: json,
});
export type FunctionText = z.infer<typeof functionText>;

/** Who calls a function: published rules, velocity sets and functions of its environment and of those below. */
const callers = z.array(
  z.strictObject({
    kind: z.enum(['rule', 'function', 'velocitySet']),
    id: guid,
    name: z.string(),
    environmentId: guid,
    properties: z.array(z.string()),
  }),
);

const functionSummary = z.strictObject({
  id: guid,
  name: z.string(),
  description: z.string(),
  status: z.enum(['DraftOnly', 'Published', 'PublishedWithDraft']),
  publishedVersion: z.number().int().nullable(),
  callers,
  changed: authorship,
  version: versionTag,
});
export type FunctionSummary = z.infer<typeof functionSummary>;

export const functionDetail = functionSummary.extend({
  draft: draftOf(functionText).nullable(),
  /** Newest first, texts included, so that any of them can be put back. */
  versions: z.array(publishedOf(functionText)),
  canWrite: z.boolean(),
});
export type FunctionDetail = z.infer<typeof functionDetail>;

export const getFunctions = defineEndpoint({
  id: 'functions.list',
  summary: 'The functions of an environment.',
  method: 'GET',
  path: base,
  permission: 'functionsAndVelocities:read',
  params: environmentParams,
  response: z.strictObject({ functions: z.array(functionSummary), canWrite: z.boolean() }),
});

export const getFunction = defineEndpoint({
  id: 'functions.get',
  summary: 'One function with its draft and every published version.',
  method: 'GET',
  path: `${base}/:functionId`,
  permission: 'functionsAndVelocities:read',
  params: functionParams,
  response: functionDetail,
  errors: ['FUNCTION-UNKNOWN'],
});

export const createFunction = defineEndpoint({
  id: 'functions.create',
  summary: 'A new function as a draft.',
  method: 'POST',
  path: base,
  permission: 'functionsAndVelocities:write',
  params: environmentParams,
  bodyLimitBytes: TEXT_BODY_BYTES,
  body: z.strictObject({ name, description: description.default(''), text: functionText }),
  response: functionDetail,
  errors: ['FUNCTION-NAME-TAKEN', 'FUNCTION-NAME-INVALID'],
});

export const saveFunctionDraft = defineEndpoint({
  id: 'functions.draft.save',
  summary: 'Save the draft of a function.',
  method: 'PUT',
  path: `${base}/:functionId/draft`,
  permission: 'functionsAndVelocities:write',
  params: functionParams,
  bodyLimitBytes: TEXT_BODY_BYTES,
  body: saveDraftBody(functionText),
  response: functionDetail,
  errors: ['FUNCTION-UNKNOWN', 'FUNCTION-STALE'],
});

export const discardFunctionDraft = defineEndpoint({
  id: 'functions.draft.discard',
  summary: 'Drop the draft; a function that was never published disappears.',
  method: 'DELETE',
  path: `${base}/:functionId/draft`,
  permission: 'functionsAndVelocities:write',
  params: functionParams,
  response: z.undefined(),
  responseType: 'empty',
  errors: ['FUNCTION-UNKNOWN', 'FUNCTION-NO-DRAFT'],
});

/** What keeps a text from being published. */
const TEXT_REFUSALS = [
  'FUNCTION-NOT-PUBLISHABLE',
  'FUNCTION-IN-USE',
  'FUNCTION-SCORE-EARLY',
  'FUNCTION-NOT-COUNTABLE',
] as const;

export const publishFunction = defineEndpoint({
  id: 'functions.publish',
  summary: 'Publish the draft: texts of the environment and of those below may call it from the next event on.',
  method: 'POST',
  path: `${base}/:functionId/publish`,
  permission: 'functionsAndVelocities:write',
  secondPerson: true,
  params: functionParams,
  body: z.strictObject({
    version: versionTag,
    description,
    note: changeNote,
    /**
     * Publish although callers read what goes, or read a score too early: they read the default of an output that is gone,
     * and scores as the event carries them, until they are published anew.
     */
    acceptBreaking: z.boolean().default(false),
  }),
  response: functionDetail,
  errors: ['FUNCTION-UNKNOWN', 'FUNCTION-STALE', 'FUNCTION-NO-DRAFT', ...TEXT_REFUSALS, 'FUNCTION-LIMIT'],
});

export const rollBackFunction = defineEndpoint({
  id: 'functions.rollBack',
  summary: 'Publish the text of an older version again, as a new version.',
  method: 'POST',
  path: `${base}/:functionId/roll-back`,
  permission: 'functionsAndVelocities:write',
  secondPerson: true,
  params: functionParams,
  body: rollBackBody.extend({
    /** As where a draft is published. */
    acceptBreaking: z.boolean().default(false),
  }),
  response: functionDetail,
  errors: [
    'FUNCTION-UNKNOWN',
    'FUNCTION-STALE',
    'FUNCTION-NOT-PUBLISHED',
    'FUNCTION-VERSION-CURRENT',
    ...TEXT_REFUSALS,
  ],
});

export const unpublishFunction = defineEndpoint({
  id: 'functions.unpublish',
  summary: 'Take a function that no text calls out of production; its text goes on as the draft.',
  method: 'POST',
  path: `${base}/:functionId/unpublish`,
  permission: 'functionsAndVelocities:write',
  secondPerson: true,
  params: functionParams,
  body: unpublishBody,
  response: functionDetail,
  errors: ['FUNCTION-UNKNOWN', 'FUNCTION-STALE', 'FUNCTION-NOT-PUBLISHED', 'FUNCTION-REFERENCED'],
});

export const renameFunction = defineEndpoint({
  id: 'functions.rename',
  summary: 'Change name and description; the name stays while texts call the function.',
  method: 'PATCH',
  path: `${base}/:functionId`,
  permission: 'functionsAndVelocities:write',
  secondPerson: true,
  params: functionParams,
  body: renameBody(name, description),
  response: functionDetail,
  errors: ['FUNCTION-UNKNOWN', 'FUNCTION-STALE', 'FUNCTION-NAME-TAKEN', 'FUNCTION-NAME-INVALID', 'FUNCTION-REFERENCED'],
});

export const deleteFunction = defineEndpoint({
  id: 'functions.delete',
  summary: 'Delete an unused function; the activity log keeps a copy.',
  method: 'DELETE',
  path: `${base}/:functionId`,
  permission: 'functionsAndVelocities:write',
  secondPerson: true,
  params: functionParams,
  query: deleteQuery,
  response: z.undefined(),
  responseType: 'empty',
  errors: ['FUNCTION-UNKNOWN', 'FUNCTION-STALE', 'FUNCTION-REFERENCED'],
});

export const functionEvaluation = z.strictObject({
  diagnostics: z.array(diagnostic),
  /** Null where the text has errors. */
  result: z
    .strictObject({
      /** Worth of each output for the sample and the defaults of the parameters. */
      outputs: z.array(z.strictObject({ id: guid, name: z.string(), value: json, errors: z.array(z.string()) })),
      elapsedUs: z.number().int(),
    })
    .nullable(),
});
export type FunctionEvaluation = z.infer<typeof functionEvaluation>;

export const evaluateFunction = defineEndpoint({
  id: 'functions.evaluate',
  summary: 'What each output of a text comes to for the sample and the defaults of its parameters; nothing is stored.',
  method: 'POST',
  path: `${base}/evaluate`,
  permission: 'functionsAndVelocities:read',
  params: environmentParams,
  bodyLimitBytes: TEXT_BODY_BYTES,
  body: z.strictObject({ name, text: functionText }),
  response: functionEvaluation,
  errors: ['RULE-EVALUATION-TIMEOUT', 'REQ-OVERLOADED'],
});
