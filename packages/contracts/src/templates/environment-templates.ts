import { ENVIRONMENT_TEMPLATE_FILE_VERSION } from '@redoubt/domain';
import { z } from 'zod';
import { authorship, environmentParams, guid, versionTag } from '../common.ts';
import { resourceKind } from '../configuration/resource-kinds.ts';
import { defineEndpoint, TEXT_BODY_BYTES } from '../define.ts';

const base = '/platform/v1/environments/:environmentId/environment-templates';
const templateParams = environmentParams.extend({ templateId: guid });
const templateName = z.string().trim().min(1).max(120);
const description = z.string().trim().max(2000);

/** A template of an environment as a file: configuration files without rows of lists and samples. */
export const environmentTemplateFile = z.strictObject({
  redoubtTemplate: z.literal(ENVIRONMENT_TEMPLATE_FILE_VERSION),
  type: z.literal('environment'),
  name: templateName,
  description,
  /** Name of the environment that it was made of. */
  source: z.string().max(120),
  files: z.array(z.strictObject({ path: z.string().min(1).max(500), text: z.string() })).max(5000),
});
export type EnvironmentTemplateFile = z.infer<typeof environmentTemplateFile>;

export const environmentTemplateSummary = z.strictObject({
  id: guid,
  name: z.string(),
  description: z.string(),
  source: z.string(),
  /** How many resources of each kind it holds. */
  contents: z.partialRecord(resourceKind, z.number().int()),
  created: authorship,
  /** Name of the ancestor that owns it; null where it is managed here. */
  inheritedFrom: z.string().nullable(),
  version: versionTag,
});
export type EnvironmentTemplateSummary = z.infer<typeof environmentTemplateSummary>;

export const getEnvironmentTemplates = defineEndpoint({
  id: 'environmentTemplates.list',
  summary: 'Environment templates of an environment and its ancestors.',
  method: 'GET',
  path: base,
  permission: 'environmentTemplates:read',
  params: environmentParams,
  response: z.strictObject({ templates: z.array(environmentTemplateSummary), canWrite: z.boolean() }),
  errors: ['ENV-UNKNOWN'],
});

export const createEnvironmentTemplate = defineEndpoint({
  id: 'environmentTemplates.create',
  summary: 'Keep the configuration of an environment as a template, without rows of lists and samples.',
  method: 'POST',
  path: base,
  permission: 'environmentTemplates:write',
  params: environmentParams,
  body: z.strictObject({ name: templateName, description }),
  response: environmentTemplateSummary,
  errors: ['ENV-UNKNOWN', 'TEMPLATE-NAME-INVALID', 'TEMPLATE-NAME-TAKEN', 'TEMPLATE-LIMIT'],
});

export const importEnvironmentTemplate = defineEndpoint({
  id: 'environmentTemplates.import',
  summary: 'Take a template of an environment from a file into the library.',
  method: 'POST',
  path: `${base}/import`,
  permission: 'environmentTemplates:write',
  params: environmentParams,
  bodyLimitBytes: TEXT_BODY_BYTES,
  body: z.strictObject({ file: environmentTemplateFile }),
  response: environmentTemplateSummary,
  errors: ['ENV-UNKNOWN', 'TEMPLATE-NAME-INVALID', 'TEMPLATE-NAME-TAKEN', 'TEMPLATE-LIMIT'],
});

export const getEnvironmentTemplateFile = defineEndpoint({
  id: 'environmentTemplates.file',
  summary: 'A template of an environment as a file.',
  method: 'GET',
  path: `${base}/:templateId`,
  permission: 'environmentTemplates:read',
  params: templateParams,
  response: environmentTemplateFile,
  errors: ['ENV-UNKNOWN', 'TEMPLATE-UNKNOWN'],
});

const templateContents = z.strictObject({
  /** In the order in which they are taken in. */
  kinds: z.array(z.strictObject({ kind: resourceKind, names: z.array(z.string()) })),
  /** What keeps an environment from being made of it; messages are English. */
  problems: z.array(
    z.strictObject({ path: z.string(), line: z.number().int(), column: z.number().int(), message: z.string() }),
  ),
  /** Paths of files that say nothing about a resource. */
  ignored: z.array(z.string()),
});
export type EnvironmentTemplateContents = z.infer<typeof templateContents>;

export const getEnvironmentTemplateContents = defineEndpoint({
  id: 'environmentTemplates.contents',
  summary: 'The names of the resources that a template of an environment holds, by kind.',
  method: 'GET',
  path: `${base}/:templateId/contents`,
  permission: 'environmentTemplates:read',
  params: templateParams,
  response: templateContents,
  errors: ['ENV-UNKNOWN', 'TEMPLATE-UNKNOWN'],
});

export const renameEnvironmentTemplate = defineEndpoint({
  id: 'environmentTemplates.rename',
  summary: 'Change name and description of a template of an environment.',
  method: 'PATCH',
  path: `${base}/:templateId`,
  permission: 'environmentTemplates:write',
  params: templateParams,
  body: z.strictObject({ version: versionTag, name: templateName, description }),
  response: environmentTemplateSummary,
  errors: ['ENV-UNKNOWN', 'TEMPLATE-UNKNOWN', 'TEMPLATE-STALE', 'TEMPLATE-NAME-INVALID', 'TEMPLATE-NAME-TAKEN'],
});

export const deleteEnvironmentTemplate = defineEndpoint({
  id: 'environmentTemplates.delete',
  summary: 'Delete a template of an environment; environments made of it stay.',
  method: 'DELETE',
  path: `${base}/:templateId`,
  permission: 'environmentTemplates:write',
  params: templateParams,
  query: z.strictObject({ version: versionTag }),
  response: z.undefined(),
  responseType: 'empty',
  errors: ['ENV-UNKNOWN', 'TEMPLATE-UNKNOWN', 'TEMPLATE-STALE'],
});
